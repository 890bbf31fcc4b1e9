import { describe, expect, it } from 'vitest';
import { hasSheets, insertSheets } from '../../../src/markup/html/insert-sheets.ts';

/** A document with a style sheet where it is added: `|` is that place. */
const insert = (html: string) => insertSheets(html.replace('|', ''), ['a{}']).replace('<style>a{}</style>\n', '|');

describe('a style sheet is added', () => {
  it.each([
    ['at the end of the head', '<head><title>a</title>|</head><body>b</body>'],
    ['at the end of the first head', '<head>|</head><body></head></body>'],
    ['at the end of a head with a blank', '<head>|</HEAD ><p>a</p>'],
    ['after a style sheet of the body', '<head></head><body><style>b{}</style>|<p>a</p>'],
    ['after the last of several', '<style>b{}</style><p>a</p><style>c{}</style>|<p>d</p>'],
    ['after a link to a style sheet', '<p>a</p><link rel="stylesheet" href="a.css">|<p>b</p>'],
    ['after a link with several relations', "<link href=a.css rel='alternate stylesheet'>|<p>b</p>"],
    ['before the end of the head if that is later', '<head><style>b{}</style><meta name="a">|</head>'],
    ['not after another link', '|<link rel="icon" href="stylesheet"><p>b</p>'],
    ['not after a style sheet in a comment', '|<!-- <style>b{}</style> --><p>a</p>'],
    ['not after one in a comment that does not end', '|<p>a</p><!-- <style>b{}</style>'],
    ['not after one in a script', '|<script>"<style>b{}</style>"</script><p>a</p>'],
    ['not after one in a template', '|<template><style>b{}</style></template><p>a</p>'],
    ['not after one in a picture', '|<svg><style>b{}</style></svg><p>a</p>'],
    ['not at the end of a head in a text', '|<textarea></head></textarea><p>a</p>'],
    ['after a script with a blank in its end', '<script></script ><style>b{}</style>|<p>a</p>'],
    ['at the end after a style sheet that does not end', '<p>a</p><style>b{}|'],
    ['after the doctype and the root', ' <!DOCTYPE html>\n<html lang="en">\n|<body>a</body>'],
    ['after the doctype', '<!doctype html>|<p>a</p>'],
    ['after the root', '<html>|<p>a</p>'],
    ['at the start of a fragment', '|<p>a</p>'],
    ['after blanks', '\n |<p>a</p>'],
    ['to an empty document', '|'],
  ])('%s', (_, html) => {
    expect(insert(html)).toBe(html);
  });

  it('with others in their order, and cannot end its element', () => {
    expect(insertSheets('<p>', ['a{}', 'b::after{content:"</style></STYLE></b>"}'])).toBe(
      '<style>a{}</style>\n<style>b::after{content:"<\\/style><\\/STYLE></b>"}</style>\n<p>',
    );
  });
});

it.each([
  ['<style></style>', true],
  ['<STYLE media="print">a{}', true],
  ['<LINK REL=stylesheet>', true],
  ['<link rel = "stylesheet">', true],
  ['<link data="stylesheet">', false],
  ['<link rel="stylesheets">', false],
  ['<stylesheet></stylesheet>', false],
  ['<!-- <style></style> -->', false],
  ['<head></head>', false],
  ['', false],
])('knows whether %j has style sheets: %s', (html, has) => {
  expect(hasSheets(html)).toBe(has);
});
