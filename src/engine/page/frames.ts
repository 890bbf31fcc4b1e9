import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../browser/connection.ts';

/** The frames of a page whose browser draws them on command, or as a screen does, sixty a second. */
export interface Frames {
  /** Draws as a screen does until `stop`. Without effect where the browser does so itself. */
  start(): void;
  stop(): void;
  /**
   * Draws one frame after the other, without a screen's pauses, until `work` settles. Undefined where the browser draws by
   * itself.
   */
  hurry: (<T>(work: Promise<T>) => Promise<T>) | undefined;
}

/** Milliseconds between the frames of a screen. */
export const frameMs = 1000 / 60;

/** Frames that are drawn without a pause. What takes longer than these has something else to wait for. */
const hurryLimit = 300;

/** Opens the frames of a page. `onCommand` says whether its browser draws none by itself. */
export function openFrames(session: Session, onCommand: boolean): Frames {
  let drawing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    // One at a time: the browser refuses a second. A refused one ends later, so that nobody asks without a pause.
    drawing ??= session
      .send('HeadlessExperimental.beginFrame', {})
      .then(
        () => undefined,
        () => sleep(frameMs, undefined, { ref: false }),
      )
      .finally(() => {
        drawing = undefined;
      });
    return drawing;
  };

  return {
    start() {
      if (onCommand) timer ??= setInterval(draw, frameMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    hurry: onCommand
      ? async (work) => {
          let isDone = false;
          const done = work
            .catch(() => undefined)
            .finally(() => {
              isDone = true;
            });
          for (let count = 0; count < hurryLimit && !isDone; count += 1) await Promise.race([done, draw()]);
          return work;
        }
      : undefined,
  };
}
