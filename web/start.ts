import { requestListEarly } from '#web/app/early-list.ts';

requestListEarly();
