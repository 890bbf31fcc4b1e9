import { useEffect, useRef } from 'preact/hooks';
import { withEndingsOf } from '../../../texts/index.ts';
import type { EditorLanguage } from '../../editor/languages.ts';
import type { Draft } from './draft.ts';

interface SidesProps {
  /** The text on the left, which can be edited. */
  mine: Draft['content'];
  theirs: string;
  language: EditorLanguage;
  /** What screen readers call the sides. */
  names: { mine: string; theirs: string };
}

/** Two texts side by side; the left one takes over pieces of the other. */
export function Sides({ mine, theirs, language, names }: SidesProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end = () => {};
    let isWanted = true;
    void import('../../editor/open-merge.ts').then(({ openMerge }) => {
      const parent = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
      if (!isWanted || !parent) return;
      const onInput = (text: string) => {
        mine.value = withEndingsOf(text, mine.peek());
      };
      end = openMerge({ parent, mine: mine.peek(), theirs, language, names, onInput });
    });
    return () => {
      isWanted = false;
      end();
    };
  }, []);
  return <div ref={host} class="merge" />;
}
