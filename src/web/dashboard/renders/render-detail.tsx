import type { ComponentChildren } from 'preact';
import type { RenderEntry } from '../../../contract/index.ts';
import { addressOf } from '../../api.ts';
import { Copy } from '../../parts/copy.tsx';
import { showBytes, showTime, startSentence } from '../../parts/format.ts';
import { Moment } from '../../parts/moment.tsx';
import { Code } from '../../parts/tabs.tsx';
import { Await, useLoaded, View } from '../../parts/view.tsx';
import { addressOfView } from '../../router.ts';
import { mayEdit } from '../session.ts';
import { readTemplate } from '../templates/template-calls.ts';
import { adviseOn } from './advice.ts';
import { nameOthers } from './name-rendered.ts';
import { readRender } from './render-calls.ts';
import { Outcome } from './render-table.tsx';
import { StageLegend } from './stage-bar.tsx';

/** All that is known of one render. */
export function RenderDetail({ id }: { id: string }) {
  const loaded = useLoaded((signal) => readRender(id, signal), [id]);
  return (
    <View title="Render" actions={<a href={addressOfView('renders')}>All renders</a>}>
      <Await loaded={loaded}>{(render) => <Detail render={render} />}</Await>
    </View>
  );
}

/** A template by its name, and what can be said of one that is not there any more. */
function TemplateLink({ id }: { id: string }) {
  const { data, error } = useLoaded((signal) => readTemplate(id, signal), [id]);
  if (error?.code === 'template_not_found') return <>a template that is not there</>;
  return <a href={addressOfView(`templates/${id}`)}>{data?.template.name ?? 'a template'}</a>;
}

function Detail({ render }: { render: RenderEntry }) {
  const {
    id,
    at,
    source,
    template,
    templates = [],
    by,
    pages,
    bytes,
    timings,
    ms,
    warnings,
    error,
    request_id,
    shape,
    kept,
  } = render;
  return (
    <>
      {error && (
        <section class="notice bad" aria-label="Error">
          <h2>{startSentence(error.detail)}</h2>
          <p>
            <code>{error.code}</code>
            {error.stage && `, while it was in the stage “${error.stage}”`}
            {error.part !== null && `, in part ${error.part + 1}`}
          </p>
          <Advice code={error.code} />
        </section>
      )}
      <dl class="facts-list">
        <Fact name="Result">
          <Outcome render={render} />
        </Fact>
        <Fact name="When">
          <Moment time={at} />
        </Fact>
        <Fact name="Of">
          {template === null ? (
            source
          ) : (
            <>
              <TemplateLink id={template} />
              {templates[0] && `, revision ${templates[0].revision}`}
              {nameOthers(source)}
            </>
          )}
        </Fact>
        <Fact name="By">{by}</Fact>
        <Fact name="Pages">{pages ?? '–'}</Fact>
        <Fact name="Size">{bytes === null ? '–' : showBytes(bytes)}</Fact>
        <Fact name="Request id">
          <code>{request_id}</code> <Copy text={request_id} />
        </Fact>
        <Fact name="Time">{showTime(ms)}</Fact>
      </dl>
      {timings && <StageLegend timings={timings} />}
      {warnings.length > 0 && (
        <section>
          <h2>Warnings</h2>
          <ul class="warning-list">
            {warnings.map(({ code, detail }) => (
              <li key={`${code} ${detail}`}>
                <p>{startSentence(detail)}</p>
                <Advice code={code} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>The request, without its values</h2>
        <Code text={JSON.stringify(shape, null, 2)} />
      </section>
      {kept && (
        <p class="buttons start">
          {bytes !== null && (
            <a class="button" href={addressOf('/api/dashboard/renders/{id}/pdf', id)} download>
              The PDF
            </a>
          )}
          {mayEdit.value && (
            <a class="button" href={addressOf('/api/dashboard/renders/{id}/request', id)} download>
              The request
            </a>
          )}
        </p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Advice({ code }: { code: string }) {
  const words = adviseOn(code);
  return words === undefined ? null : <p class="soft">{words}</p>;
}
