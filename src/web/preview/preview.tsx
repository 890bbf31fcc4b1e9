import { render } from 'preact';
import { PreviewPage } from './preview-page.tsx';

render(<PreviewPage />, document.body);
