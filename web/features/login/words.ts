export const words = {
  heading: 'Login',
  lead: 'Sign in to manage the catalogue.',
  tagline: 'The catalogue, its voices and its readers, in one place.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show the typed characters',
  hidePassword: 'Hide the typed characters',
  submit: 'Login',
  submitting: 'Logging in...',
} as const;
