import { Await, useLoaded, View } from '../../parts/view.tsx';
import { readTemplate } from '../templates/template-calls.ts';
import { DraftEditor } from './draft-editor.tsx';

/** One template: its text, its values and its pages. */
export function TemplateEditor({ id }: { id: string }) {
  const loaded = useLoaded((signal) => readTemplate(id, signal), [id]);
  if (loaded.error) {
    return (
      <View title="Template">
        <Await loaded={loaded}>{() => null}</Await>
      </View>
    );
  }
  return <Await loaded={loaded}>{(read) => <DraftEditor read={read} />}</Await>;
}
