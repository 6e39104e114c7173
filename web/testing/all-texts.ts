import { addMessages } from '#web/app/catalogue.ts';
import { laterMessages } from '#web/app/later-messages.ts';

/* Imported by tests that render parts of screens, which the application renders after all texts are loaded. */
addMessages(laterMessages);
