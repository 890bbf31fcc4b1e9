import { render } from 'preact';
import { showTheme } from '../parts/theme.ts';
import { followLinks } from '../router.ts';
import { openSession } from './session.ts';
import { App } from './shell/app.tsx';

showTheme();
followLinks();
void openSession();
render(<App />, document.body);
