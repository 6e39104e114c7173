import { messages } from '#contract/messages';
import { activity } from './activity.ts';
import { books } from './books.ts';
import { dashboard } from './dashboard.ts';
import { layout } from './layout.ts';
import { login } from './login.ts';
import { screens } from './screens.ts';
import { ui } from './ui.ts';

/** The English catalogue, the source of every other language. `messages` is the error catalogue of the contract. */
export const en = { activity, books, dashboard, layout, login, messages, screens, ui } as const;
