import { collectWords } from '../pdf-words.ts';
import type { Control, Row } from '../row.ts';
import { answeredMs } from '../run-row.ts';
import type { Answer, Service } from '../service-client.ts';

const about: Control = { none: 'it is about the template alone' };

/** Stores a template, renders it, removes it. */
async function fill(service: Service, content: string, context: object = {}): Promise<Answer> {
  const made = await service.send('POST', '/api/v1/templates', { template: { name: 'hostile', content } });
  const id = /"id":"([^"]+)"/.exec(made.text)?.[1];
  if (id === undefined) return made;
  const answer = await service.render({ parts: { template: id, context }, options: { timeout_ms: 5_000 } });
  await service.send('DELETE', `/api/v1/templates/${id}`);
  return answer;
}

/** A template that must fail with one of these codes, or print without these words. */
function attack(
  id: string,
  input: string,
  content: string,
  context: object = {},
  forbidden = /root:x|native code|\[object|process/,
): Row {
  return {
    id,
    input,
    control: about,
    run: async (service) => {
      const answer = await fill(service, content, context);
      const words = answer.pdf === undefined ? answer.text : await collectWords(answer.pdf);
      const isKnown =
        answer.status === 200 ||
        ['template_error', 'render_timeout', 'invalid_request', 'too_large', 'too_many_pages'].includes(answer.code);
      const wrong = isKnown ? [] : [`answered ${answer.text}`];
      if (forbidden.test(words)) wrong.push(`shows ${forbidden.exec(words)?.[0]}: ${words.slice(0, 300)}`);
      if (/\/(work|tmp|mnt|home|usr)\/|node_modules/.test(answer.text))
        wrong.push(`a path in the problem: ${answer.text}`);
      if (answer.ms > answeredMs) wrong.push(`took ${Math.round(answer.ms)} ms`);
      return wrong;
    },
  };
}

/** A template that must be refused or stopped. */
function stop(id: string, input: string, content: string, context: object = {}): Row {
  return {
    id,
    input,
    control: about,
    run: async (service) => {
      const { code, ms, text } = await fill(service, content, context);
      const isStopped = ['template_error', 'render_timeout', 'too_large', 'invalid_request'].includes(code);
      return isStopped && ms < answeredMs ? [] : [`answered after ${Math.round(ms)} ms: ${text.slice(0, 400)}`];
    },
  };
}

/** Data that must come out as text. */
function print(id: string, input: string, content: string, context: object, needed: string): Row {
  return {
    id,
    input,
    control: about,
    run: async (service) => {
      const answer = await fill(service, content, context);
      const words = answer.pdf === undefined ? answer.text : await collectWords(answer.pdf);
      return words.includes(JSON.stringify(needed).slice(1, -1)) ? [] : [`lacks ${needed}: ${words.slice(0, 400)}`];
    },
  };
}

const prototypeNames = Object.getOwnPropertyNames(Object.prototype);
const loop = '{% for i in (1..100000000) %}{% endfor %}';
const nasty = '<script>document.write("ran")</script>';

/** Liquid templates. */
export const liquidRows: readonly Row[] = [
  attack(
    'L01',
    'inherited names as variables',
    prototypeNames.map((name) => `{{ ${name} }}{{ x.${name} }}{{ x["${name}"] }}`).join(''),
    { x: { a: 1 } },
  ),
  ...prototypeNames.flatMap((name) => [
    attack('L01', `${name} as filter`, `{{ x | ${name} }}`, { x: 'a' }),
    attack('L01', `${name} as tag`, `{% ${name} %}`),
    attack('L01', `${name} as partial`, `{% include "${name}" %}`),
  ]),
  ...['/etc/passwd', '../../../../etc/passwd', 'package.json', '/proc/self/environ'].flatMap((path) =>
    ['include', 'render', 'layout'].map((tag) => stop('L02', `${tag} of ${path}`, `{% ${tag} "${path}" %}`)),
  ),
  stop('L03', 'an empty loop to 1e8', loop),
  stop('L03', 'an empty table to 1e8', '{% tablerow i in (1..100000000) %}{% endtablerow %}'),
  stop('L03', 'nested loops', `${'{% for i in (1..1000) %}'.repeat(6)}x${'{% endfor %}'.repeat(6)}`),
  stop(
    'L04',
    'doubling by append',
    `{% assign s = "xxxxxxxxxx" %}${'{% assign s = s | append: s %}'.repeat(40)}{{ s | size }}`,
  ),
  stop(
    'L04',
    'doubling by concat',
    `{% assign a = "1,2,3,4" | split: "," %}${'{% assign a = a | concat: a %}'.repeat(40)}{{ a | size }}`,
  ),
  stop(
    'L04',
    'doubling by capture',
    `{% assign s = "xxxxxxxxxx" %}${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(40)}`,
  ),
  stop(
    'L04',
    'doubling by replace',
    `{% assign s = "xxxxxxxxxx" %}${'{% assign s = s | replace: "x", "xxxxxxxxxx" %}'.repeat(20)}`,
  ),
  attack(
    'L05',
    'inherited names as keys of data',
    '<p>words {{ toString }}{{ then }}{{ toLiquid }}{{ size }}{{ length }}',
    Object.fromEntries(['toString', 'then', 'toLiquid', 'size', 'length'].map((name) => [name, 'text'])),
  ),
  print('L06', 'markup in text', '<p>{{ x }}', { x: nasty }, nasty),
  print('L06', 'markup in a quoted attribute', '<p><input value="{{ x }}">', { x: '"><b>broken' }, '"><b>broken'),
  print('L06', 'line separators and lone surrogates', '<p>words {{ x }}', { x: 'a\u2028b\u2029c' }, 'words'),
  print(
    'L07',
    'data that spells Liquid',
    '<p>{{ x }}',
    { x: '{{ "a" | raw }}{% assign b = 1 %}' },
    '{{ "a" | raw }}{% assign b = 1 %}',
  ),
  stop('L08', 'a template of 10 MB', 'x'.repeat(10_000_000)),
  stop('L08', 'an output of 200 MB', '{% for i in (1..200000) %}{{ x }}{% endfor %}', { x: 'x'.repeat(1_000) }),
];
