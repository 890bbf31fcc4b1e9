// Set up for all tests: read anew for each file, so that what its helpers opened is closed at its end.
import { afterAll } from 'vitest';
import { closeOpened } from './close-after-file.ts';

afterAll(closeOpened);
