import { readFileSync } from 'node:fs';

const base = readFileSync(new URL('../../src/web/parts/base.css', import.meta.url), 'utf8');

/** The colours and fonts of the dashboard, light and dark. */
const [look = ''] = /:root \{[^}]*\}/.exec(base) ?? [];

/** The style of the page: that of the dashboard on screen, and plain black on white when it is printed. */
export const apiStyle = `
${look}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.6 var(--text); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--raised); padding: .5rem 1rem; z-index: 1; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2.25rem 1.25rem; }
nav .name { display: block; margin-bottom: .35rem; font: 600 1.25rem/1 var(--text); color: var(--ink); text-decoration: none; }
nav .version, nav .dashboard { font-size: .8125rem; }
nav .version { color: var(--soft); }
nav .dashboard { display: block; }
nav h2 { margin: 1.5rem 0 .25rem; font: 600 .75rem/1.5 var(--text); letter-spacing: .06em; color: var(--soft); text-transform: uppercase; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .875rem; }
nav li a { display: block; padding: .15rem 0; color: var(--ink); text-decoration: none; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
main { padding: 2.25rem 1.75rem 6rem; border-left: 1px solid var(--line); min-width: 0; }
h1, main h2, h3 { font-family: var(--text); line-height: 1.2; text-wrap: balance; }
h1 { margin: 0 0 .75rem; font-size: 2.25rem; font-weight: 600; }
main h2 { margin: 3.5rem 0 .75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.5rem; font-weight: 600; }
h3 { margin: 0; font-size: 1.1875rem; font-weight: 600; }
h4 { margin: 1.25rem 0 .4rem; font: 600 .8125rem/1.5 var(--text); color: var(--soft); }
p { max-width: 42rem; }
.lead { font-size: 1.125rem; color: var(--soft); }
article { margin: 1.25rem 0; padding: 1.25rem 1.5rem 1.5rem; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; }
article header + .table, article header + p { margin-top: .6rem; }
article header { display: flex; flex-wrap: wrap; gap: .35rem .75rem; align-items: baseline; }
.call { margin: .5rem 0 0; font: .9375rem/1.5 var(--mono); overflow-wrap: anywhere; }
.verb { font-weight: 700; }
.verb-get { color: var(--good); } .verb-post { color: var(--warn); } .verb-patch { color: var(--atom); } .verb-delete { color: var(--bad); }
.mark { font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .6rem; }
code { font: .9em var(--mono); overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .9rem 1rem; background: var(--desk); border: 1px solid var(--line); border-radius: .375rem; overflow-x: auto; font: .8125rem/1.55 var(--mono); tab-size: 2; }
pre code { font: inherit; overflow-wrap: normal; }
details.try { margin: .75rem 0; }
summary { color: var(--accent); cursor: pointer; width: fit-content; }
.try form { display: flex; flex-direction: column; gap: .75rem; margin-top: .5rem; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); }
.try p { max-width: none; margin: 0; font-size: .875rem; color: var(--soft); }
.try label { display: flex; flex-direction: column; gap: .25rem; font-size: .875rem; font-weight: 600; }
.try input, .try textarea { padding: .35rem .6rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--raised); color: inherit; font: .8125rem/1.55 var(--mono); min-width: 0; }
.try input { height: var(--tall); }
.try textarea { resize: vertical; tab-size: 2; }
.try ::placeholder { color: var(--soft); opacity: 1; }
.try :is(input, textarea, button):focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.try .buttons { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.try button { height: var(--tall); padding: 0 .9rem; border: 1px solid var(--accent); border-radius: var(--round); background: var(--accent); color: var(--on-accent); font: .875rem var(--text); cursor: pointer; }
.try button:focus-visible { outline-offset: 2px; }
.try button:disabled { opacity: .5; cursor: default; }
.try [role="status"] { font-size: .875rem; font-weight: 600; overflow-wrap: anywhere; }
.answer:empty { display: none; }
.answer dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: 0; font: .8125rem/1.55 var(--mono); }
.answer dt { color: var(--soft); }
.answer dd { margin: 0; overflow-wrap: anywhere; }
.answer pre { max-height: 30rem; overflow: auto; }
.answer .links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0; }
.answer iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--desk); }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.5; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td { border-bottom: 0; }
td:first-child { white-space: nowrap; font-family: var(--mono); font-size: .8125rem; }
td:last-child { min-width: 14rem; padding-right: 0; }
.bound { display: block; color: var(--soft); font-size: .8125rem; }
.must { color: var(--soft); font-family: var(--text); font-size: .75rem; }
.codes { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .875rem; }
:target { background: color-mix(in srgb, var(--accent) 12%, var(--raised)); }
@media (max-width: 52rem) {
  .frame { display: block; }
  nav { position: static; max-height: none; padding: 1.25rem 1.25rem 0; }
  nav h2 { margin-top: .9rem; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  main { border-left: 0; padding: 1.5rem 1.25rem 4rem; }
  article { padding: 1rem; }
  h1 { font-size: 1.875rem; }
  table { font-size: .8125rem; }
  th, td { padding-right: .6rem; }
  td:first-child { white-space: normal; }
  td:last-child { min-width: 7rem; }
  .answer dl { display: block; }
  .answer iframe { height: 24rem; }
}
@media (pointer: coarse) { :root { --tall: 44px; } }
@media print {
  :root { color-scheme: light; --surface: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; --desk: #fff; }
  nav, .skip, .try { display: none; }
  .frame { display: block; }
  main { border: 0; padding: 0; }
  article { break-inside: avoid-page; }
  pre { white-space: pre-wrap; }
}
`;
