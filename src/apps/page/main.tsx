import { render } from 'preact';
import { App } from './app.js';

const root = document.getElementById('app')!;
root.replaceChildren();
render(<App />, root);
