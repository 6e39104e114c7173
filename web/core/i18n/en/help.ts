export interface HelpPage {
  readonly purpose: string;
  readonly tasks: readonly { readonly task: string; readonly steps: string }[];
}

/** The help of each screen by topic. It is loaded when the help is first opened. */
export const help = {
  dashboard: {
    purpose: 'The dashboard shows what needs attention, recent changes and key figures of the catalogue.',
    tasks: [
      { task: 'Start with an empty catalogue', steps: 'Follow the steps below Get started.' },
      { task: 'Fix an issue', steps: 'Select an entry below Needs attention.' },
      { task: 'Compare figures', steps: 'Select Show as table below a chart to see its values.' },
      { task: 'See all authors', steps: 'Select Show all below Most Prolific Authors.' },
    ],
  },
  books: {
    purpose: 'Manage the books of the catalogue: their details, covers, audio and chapters.',
    tasks: [
      {
        task: 'Add a book',
        steps: 'Select Add New Book, enter the details and save. To use existing files, select Import.',
      },
      {
        task: 'Find a book',
        steps:
          'Search by name or code, or choose filters. Remove a filter with its chip. Save your filters with Views.',
      },
      {
        task: 'Edit books in bulk',
        steps: 'Select books in the list, then choose a change. You see a preview before it is applied.',
      },
      {
        task: 'Play a chapter',
        steps:
          'Select View chapters in a row. After you close the dialog, the audio continues in the player.',
      },
    ],
  },
  record: {
    purpose: 'View and edit one record, see where it is used, and see its history.',
    tasks: [
      { task: 'Edit the details', steps: 'Change a field, then select Save changes.' },
      {
        task: 'Open the next record',
        steps: 'Select Next in list. It follows the list from which you opened the record.',
      },
      {
        task: 'Add the record to a list',
        steps: 'Select Add to beside Used in, choose the list and the position, then select Add.',
      },
      {
        task: 'Play the chapters of a book',
        steps:
          'Select Play beside a chapter. The player stays open on other screens and remembers your position.',
      },
      { task: 'Share the record', steps: 'Copy its address from the address bar of your browser.' },
    ],
  },
  contributors: {
    purpose: 'See who wrote, read or translated books, edit their names, and merge duplicates.',
    tasks: [
      { task: 'Find all narrators', steps: 'Choose Narrator in the filter Role.' },
      {
        task: 'Add pen names',
        steps: 'Select Edit beside a contributor, then enter other names, one per line.',
      },
      { task: 'Find possible duplicates', steps: 'Choose Possible duplicates in the filter Show.' },
      {
        task: 'Merge two contributors',
        steps: 'Select Merge beside a contributor, then choose the one to keep.',
      },
    ],
  },
  contentEditor: {
    purpose: 'Edit the chapters of a book, its text and its audio, and sync both.',
    tasks: [
      {
        task: 'Move a chapter break',
        steps: 'Drag a chapter marker in the waveform. Hold Alt to place it freely.',
      },
      { task: 'Edit the text', steps: 'Select a chapter, then edit its paragraphs.' },
      {
        task: 'Publish your changes',
        steps: 'Select Save. Earlier versions can be restored from the version history.',
      },
    ],
  },
  proofing: {
    purpose: 'See which places of a book to check or to record again.',
    tasks: [
      { task: 'Play a place', steps: 'Select Play. It starts two seconds before the place.' },
      { task: 'Correct a time', steps: 'Select Show in content editor beside a place.' },
      {
        task: 'Send the list to the narrator',
        steps: 'Select Download CSV or Print. After a retake, replace the audio and sync again.',
      },
    ],
  },
  imports: {
    purpose: 'Upload audio and EPUB files, then review the books that are created from them.',
    tasks: [
      { task: 'Import files', steps: 'Select Import, or drag and drop files anywhere on this screen.' },
      { task: 'Review an import', steps: 'Open an import that is ready or needs review.' },
    ],
  },
  importReview: {
    purpose: 'Check the details and chapters of an import before you add it to the catalogue.',
    tasks: [
      { task: 'Check the chapters', steps: 'Play each chapter and compare its audio with its text.' },
      {
        task: 'Finish the review',
        steps: 'Add the book to the catalogue, update an existing book, or discard the import.',
      },
    ],
  },
  importCompare: {
    purpose: 'Update an existing book with the content of an import.',
    tasks: [
      { task: 'Choose the changes', steps: 'Compare both versions and select the fields to update.' },
      {
        task: 'Update the book',
        steps: 'Apply the selected fields. You can undo the change later in the history.',
      },
    ],
  },
  categories: {
    purpose: 'Manage the main categories of the catalogue.',
    tasks: [
      {
        task: 'Add a category',
        steps: 'Select Add Category and enter a name. The code is generated from it.',
      },
      {
        task: 'Delete a category',
        steps: 'Select Delete in its row. You can’t delete a category that books use.',
      },
    ],
  },
  subCategories: {
    purpose: 'Manage the sub-categories of each category.',
    tasks: [
      { task: 'Add a sub-category', steps: 'Select Add Sub Category, enter a name and choose its category.' },
      { task: 'See one category only', steps: 'Choose a category in the filter.' },
    ],
  },
  collections: {
    purpose: 'Group books into collections for the home screens of the apps.',
    tasks: [
      { task: 'Create a collection', steps: 'Select Add Collection, enter a title and search for books.' },
      {
        task: 'Add several books by keyboard',
        steps:
          'Move through the results with the arrow keys and press Enter for each book. Quick filters list books of the same author or in no collection.',
      },
      { task: 'Change the order', steps: 'Drag the selected books, or enter a position.' },
    ],
  },
  series: {
    purpose: 'Group books into series, each with its position.',
    tasks: [
      { task: 'Create a series', steps: 'Select Add Series, enter a title and search for books.' },
      {
        task: 'Set the positions',
        steps: 'Enter a position beside each book, such as 3, 2.5 or 1–3. Number books sets 1, 2, 3...',
      },
      { task: 'Change the order', steps: 'Drag the selected books, or enter a place.' },
      {
        task: 'Create a collection from a series',
        steps: 'Open the series and select Create collection. It has the same title, description and books.',
      },
    ],
  },
  publishers: {
    purpose: 'Manage the publishers of books and their imprints.',
    tasks: [
      {
        task: 'Add a publisher',
        steps:
          'Select Add Publisher and enter a name. Entering a new name in a book also creates the publisher.',
      },
      {
        task: 'Rename an imprint',
        steps: 'Edit the publisher and change the name of the imprint. All its books show the new name.',
      },
      {
        task: 'See the books',
        steps: 'Open the publisher and select View books, or View books of an imprint.',
      },
    ],
  },
  storyBooks: {
    purpose: 'Combine text items of several books into a story book.',
    tasks: [
      {
        task: 'Play a text item',
        steps: 'Select Find by name beside an item, then Play beside a chapter or text item.',
      },
      { task: 'Add items', steps: 'Select Add Item and enter the codes, or find the text by name.' },
      { task: 'Validate items', steps: 'Select Validate all. Every item must be valid before you save.' },
    ],
  },
  challenges: {
    purpose: 'Create reading challenges: one book per day over a number of days.',
    tasks: [
      { task: 'Create a challenge', steps: 'Select Add Challenge, enter the duration and add books.' },
      { task: 'Change the order of days', steps: 'Drag the selected books, or enter a position.' },
    ],
  },
  mobileConfigs: {
    purpose: 'Build the home screens of the mobile apps from blocks.',
    tasks: [
      { task: 'Add a block', steps: 'Select Add Block, choose its type and search for its content.' },
      { task: 'Change the order', steps: 'Drag the header of a block, or enter a position.' },
      {
        task: 'Get an overview',
        steps: 'Select Collapse all. Each block shows its title, content and warnings.',
      },
      { task: 'Check the result', steps: 'The preview shows the home screen while you edit.' },
      {
        task: 'Find a block',
        steps: 'Select it in the preview. The blocks and the preview scroll together.',
      },
      {
        task: 'Compare apps',
        steps: 'Choose a service and a language above the preview. The form stays unchanged.',
      },
      { task: 'Show it to others', steps: 'Select Share preview and send the link, or scan the QR code.' },
    ],
  },
  releases: {
    purpose: 'A release contains changes of the catalogue that are published together.',
    tasks: [
      {
        task: 'Prepare changes',
        steps: 'Choose the release in the top bar, then edit records. The save button names the release.',
      },
      {
        task: 'Preview a date',
        steps: 'Open the release. Below Preview, choose A time and enter the date and time.',
      },
      {
        task: 'Resolve a conflict',
        steps:
          'Someone else changed the same field. Keep the values of the release, use theirs, or edit the record.',
      },
      {
        task: 'Move to another day',
        steps: 'Open Calendar. Drag the release to the day, or select Move to in its menu.',
      },
      {
        task: 'Ask a colleague',
        steps: 'Comment below Preview. Type @ to mention a user, who gets a notification.',
      },
      {
        task: 'Publish',
        steps: 'Review the checks, then select Publish now or Schedule. You can roll back a release later.',
      },
    ],
  },
  analytics: {
    purpose: 'See how the catalogue changes over time.',
    tasks: [
      { task: 'Choose a range', steps: 'Use the filters above the charts.' },
      { task: 'See the figures', steps: 'Switch a chart to a table.' },
      {
        task: 'See the books of a narrator',
        steps: 'Switch the chart of narrators to a table, and choose a name.',
      },
    ],
  },
  users: {
    purpose: 'Invite users, assign roles and suspend accounts.',
    tasks: [
      { task: 'Invite a user', steps: 'Select Invite user, enter name and email, and choose a role.' },
      {
        task: 'Suspend a user',
        steps: 'Open the actions of the user and select Suspend. The user is signed out immediately.',
      },
    ],
  },
  roles: {
    purpose: 'Decide which permissions each role has.',
    tasks: [
      { task: 'Create a role', steps: 'Select Create role, enter a name and choose permissions.' },
      { task: 'Check a permission', steps: 'Choose it below the list to see which roles and users have it.' },
    ],
  },
  user: {
    purpose: 'See the permissions, sessions, API tokens and recent activity of one user.',
    tasks: [
      {
        task: 'Change permissions',
        steps: 'Select Edit and choose another role, or override single permissions.',
      },
      { task: 'Sign out a session', steps: 'Select Sign out beside the session.' },
    ],
  },
  reports: {
    purpose: 'Find issues of the catalogue and see all changes in the audit log.',
    tasks: [
      { task: 'Fix an issue', steps: 'Open a check, then select a record of the list.' },
      { task: 'Search the audit log', steps: 'Filter by user, type, action or date.' },
    ],
  },
  settings: {
    purpose: 'Change settings that apply to all users.',
    tasks: [
      { task: 'Change a setting', steps: 'Choose a section, edit the value and save.' },
      { task: 'Check the system', steps: 'Open System to see version, health and storage.' },
    ],
  },
  generalSettings: {
    purpose: 'Set the product name, the logo and the links of the footer.',
    tasks: [
      { task: 'Change a value', steps: 'Edit the field and select Save. The change applies to all users.' },
      { task: 'Use the default', steps: 'Select Reset to default below the field.' },
    ],
  },
  customFields: {
    purpose: 'Add your own fields to books.',
    tasks: [
      { task: 'Create a field', steps: 'Select Create field, enter a label and choose a type.' },
      { task: 'Change the order', steps: 'Drag a field, or select its position and enter another one.' },
      {
        task: 'Filter by a field',
        steps: 'Edit the field, select Use as filter, then open More filters in Books.',
      },
    ],
  },
  subjects: {
    purpose: 'Create subject schemes, and upload their lists of codes.',
    tasks: [
      { task: 'Create a scheme', steps: 'Select Create scheme, then enter its name.' },
      {
        task: 'Upload a list',
        steps:
          'Select Upload list, then choose a CSV or TSV file with code and label in its first two columns.',
      },
      { task: 'Reject other codes', steps: 'Select Only listed codes beside the scheme.' },
      {
        task: 'Rename a scheme',
        steps: 'Select Rename beside the scheme. All its books have the new name at once.',
      },
    ],
  },
  catalogueSettings: {
    purpose: 'Set the defaults of new books, the languages and their reading speeds.',
    tasks: [
      { task: 'Add a language', steps: 'Select Add language, then enter its code, name and reading speed.' },
      {
        task: 'Change a reading speed',
        steps: 'Edit the words per minute. Reading times are recalculated in the background.',
      },
    ],
  },
  mediaSettings: {
    purpose: 'Limit the size of images and audio files.',
    tasks: [
      {
        task: 'Change a limit',
        steps: 'Enter the size and select Save. Existing files aren’t affected.',
      },
      { task: 'Use the default', steps: 'Select Reset to default below the field.' },
    ],
  },
  signInSettings: {
    purpose: 'Set the session duration, two-factor authentication and the limits of failed sign-ins.',
    tasks: [
      { task: 'Require two-factor authentication', steps: 'Choose the users who need it, then save.' },
      { task: 'Change the session duration', steps: 'Edit the value and select Save.' },
    ],
  },
  backup: {
    purpose: 'Create, download and delete backups of all data and files.',
    tasks: [
      { task: 'Create a backup', steps: 'Select Back up now. You can continue to work.' },
      { task: 'Change the schedule', steps: 'Choose the start time and time zone, then save.' },
      {
        task: 'Delete a backup',
        steps: 'Select Delete in its row. The newest backup that passed a restore test is always kept.',
      },
      {
        task: 'Restore a backup',
        steps: 'Download it and ask your system administrator to run “lectern restore”.',
      },
    ],
  },
  system: {
    purpose: 'See the version, health, storage and last backup of this installation.',
    tasks: [
      { task: 'Check the backup', steps: 'Compare the last backup with your schedule.' },
      { task: 'Find a licence', steps: 'Search the third-party licences by name.' },
    ],
  },
  securityLog: {
    purpose: 'Review sign-ins, permission changes and other security events.',
    tasks: [
      { task: 'Find an event', steps: 'Choose a type of event in the filter.' },
      { task: 'See one user', steps: 'Open a user under Users and select View full security log.' },
    ],
  },
  profile: {
    purpose: 'Manage your profile, preferences, password, sessions and API tokens.',
    tasks: [
      { task: 'Protect your account', steps: 'Set up an authenticator app or add a passkey.' },
      {
        task: 'Create an API token',
        steps: 'Select Create API token and choose its permissions. Copy the token immediately.',
      },
    ],
  },
  jobs: {
    purpose: 'Monitor background jobs, such as imports and bulk edits.',
    tasks: [
      { task: 'Cancel a job', steps: 'Select Cancel beside a job in progress.' },
      { task: 'Retry a failed job', steps: 'Read its error, then select Retry.' },
    ],
  },
  change: {
    purpose: 'Compare the values before and after one change.',
    tasks: [
      { task: 'Restore a value', steps: 'Select Restore beside a field.' },
      {
        task: 'Undo the change',
        steps: 'Select Undo. You can’t undo a change if a later change affects the same field.',
      },
    ],
  },
  history: {
    purpose: 'See all changes of one record.',
    tasks: [
      { task: 'View a change', steps: 'Open an entry to compare the values before and after it.' },
      { task: 'Restore an earlier value', steps: 'Open the change and select Restore.' },
    ],
  },
  trash: {
    purpose: 'Restore deleted records, or delete them permanently.',
    tasks: [
      { task: 'Restore a record', steps: 'Find the record and select Restore.' },
      { task: 'Free storage', steps: 'Select Delete permanently or Empty trash. This can’t be undone.' },
    ],
  },
  spreadsheets: {
    purpose: 'Create and update records from a CSV or Excel file.',
    tasks: [
      { task: 'Prepare a file', steps: 'Download a template, or export a list and edit it.' },
      {
        task: 'Import a file',
        steps:
          'Choose the file and check the preview of changes. Nothing changes before you start the import.',
      },
    ],
  },
} satisfies Record<string, HelpPage>;

export type HelpTopic = keyof typeof help;
