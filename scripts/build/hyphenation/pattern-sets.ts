// Which hyphenation patterns are bundled, and whose they are. Only those are taken whose licence asks for no more than a notice (MIT,
// BSD, LPPL, "freely distributable") or for the text that is given anyway (MPL): hyph-utf8 has Czech, Slovak, Indonesian,
// Macedonian and Serbian under the GPL alone, Armenian and Latvian under the LGPL, and Romanian under no licence.

/** Patterns of one language, by their name in hyph-utf8. */
export interface PatternSet {
  language: string;
  copyright: string;
  /** The licence that they are taken under here; others may have them under another one as well. */
  licence: keyof typeof licences;
}

const german =
  '2013-2023 Deutschsprachige Trennmustermannschaft (Stephan Hennig, Werner Lemberg, Günter Milde and others)';

/** The patterns, as the headers of hyph-utf8 (https://www.hyphenation.org/tex) name their owners and licences. */
export const patternSets: Record<string, PatternSet> = {
  af: { language: 'Afrikaans', copyright: '2013 Tilla Fick and Chris Swanepoel', licence: 'LPPL' },
  be: { language: 'Belarusian', copyright: '2016 Maksim Salau', licence: 'MIT' },
  bg: { language: 'Bulgarian', copyright: '2000, 2004, 2017 Anton Zinoviev', licence: 'Zinoviev' },
  ca: { language: 'Catalan', copyright: '1991-1995, 2003 Gonçal Badenes', licence: 'LPPL' },
  cy: { language: 'Welsh', copyright: '1996 Yannis Haralambous', licence: 'MIT' },
  da: { language: 'Danish', copyright: '1994 Frank Jensen', licence: 'MIT' },
  'de-1901': { language: 'German, traditional spelling', copyright: german, licence: 'MIT' },
  'de-1996': { language: 'German', copyright: german, licence: 'MIT' },
  'el-monoton': { language: 'Greek', copyright: '2008-2011 Dimitrios Filippou', licence: 'LPPL' },
  'en-gb': {
    language: 'English (British)',
    copyright: '1992, 1996, 2005, 2016 Dominik Wujastyk, Graham Toal',
    licence: 'MIT',
  },
  'en-us': { language: 'English (American)', copyright: '1990, 2004, 2005 Gerard D.C. Kuiken', licence: 'notice' },
  es: { language: 'Spanish', copyright: '1993, 1997 Javier Bezos, 2001-2019 Javier Bezos, CervanTeX', licence: 'MIT' },
  et: { language: 'Estonian', copyright: '2004-2015 Enn Saar', licence: 'MIT' },
  fi: { language: 'Finnish', copyright: '1986, 1988, 1989 Kauko Saarinen', licence: 'free' },
  fr: {
    language: 'French',
    copyright: '1994-2002 Daniel Flipo, Bernard Gaulle, 2016 Arthur Reutenauer',
    licence: 'MIT',
  },
  ga: { language: 'Irish', copyright: '2004-2015 Kevin P. Scannell', licence: 'MIT' },
  gl: { language: 'Galician', copyright: '2006-2010 Javier A. Múgica', licence: 'LPPL' },
  hr: { language: 'Croatian', copyright: '1994, 1996, 2011, 2015 Igor Marinović', licence: 'LPPL' },
  hu: { language: 'Hungarian', copyright: '2003 Bence Nagy', licence: 'MPL' },
  is: { language: 'Icelandic', copyright: '1988, 2004 Jörgen Pind', licence: 'LPPL' },
  it: { language: 'Italian', copyright: '2008-2011 Claudio Beccari', licence: 'MIT' },
  ka: { language: 'Georgian', copyright: '2013 Levan Shoshiashvili', licence: 'LPPL' },
  la: { language: 'Latin', copyright: '1999-2016 Claudio Beccari', licence: 'MIT' },
  lt: { language: 'Lithuanian', copyright: '1992 Sigitas Tolušis, Yannis Haralambous', licence: 'MIT' },
  'mn-cyrl': { language: 'Mongolian', copyright: '2007-2015 Dorjgotov Batmunkh', licence: 'MIT' },
  nb: {
    language: 'Norwegian bokmål',
    copyright: '2004-2005 Rune Kleveland, Ole Michael Selberg, 2007 Karl Ove Hufthammer',
    licence: 'notice',
  },
  nl: { language: 'Dutch', copyright: '1996 Piet Tutelaers', licence: 'LPPL' },
  nn: {
    language: 'Norwegian nynorsk',
    copyright: '2004-2005 Rune Kleveland, Ole Michael Selberg, 2007 Karl Ove Hufthammer',
    licence: 'notice',
  },
  oc: { language: 'Occitan', copyright: '2016 Claudio Beccari', licence: 'MIT' },
  pl: {
    language: 'Polish',
    copyright: '1987-1995 Hanna Kołodziejska, Bogusław Jackowski, Marek Ryćko',
    licence: 'MIT',
  },
  pt: {
    language: 'Portuguese',
    copyright: '1987, 1994, 1996, 2015 Pedro J. de Rezende, 1996, 2015 J. Joao Dias Almeida',
    licence: 'BSD',
  },
  rm: { language: 'Romansh', copyright: '2011 Claudio Beccari', licence: 'MIT' },
  ru: { language: 'Russian', copyright: '1999-2003 Alexander I. Lebedev', licence: 'LPPL' },
  'sh-cyrl': { language: 'Serbian, Cyrillic', copyright: '1990, 2008 Dejan Muhamedagić', licence: 'LPPL' },
  'sh-latn': { language: 'Serbian and Bosnian, Latin', copyright: '1990, 2008 Dejan Muhamedagić', licence: 'LPPL' },
  sl: { language: 'Slovenian', copyright: '1990 Matjaž Vrečko', licence: 'MIT' },
  sv: { language: 'Swedish', copyright: '1994 Jan Michael Rynning', licence: 'LPPL' },
  tk: { language: 'Turkmen', copyright: '2010-2015 Nazar Annagurban', licence: 'MIT' },
  tr: { language: 'Turkish', copyright: '1987 Pierre A. MacKay, 2008, 2011 TUG', licence: 'LPPL' },
  uk: { language: 'Ukrainian', copyright: '1998-2001 Maksym Polyakov', licence: 'LPPL' },
};

/** The texts of the licences, as far as they ask to be given along. */
export const licences = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  BSD: `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions
are met:
* Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
* Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the
  documentation and/or other materials provided with the distribution.
* Neither the name of the University of Campinas, of the University of Minho nor the names of its contributors may be used to endorse or
  promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY
THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
  Zinoviev: `This software may be used, modified, copied, distributed, and sold, both in source and binary form provided that the above copyright
notice and these terms are retained. The name of the author may not be used to endorse or promote products derived from this software
without prior permission. THIS SOFTWARE IS PROVIDES "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES ARE DISCLAIMED. IN NO EVENT SHALL THE
AUTHOR BE LIABLE FOR ANY DAMAGES ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE.`,
  notice: `Copying and distribution of this file, with or without modification, are permitted in any medium without royalty provided the copyright
notice and this notice are preserved.`,
  free: 'Patterns may be freely distributed.',
  LPPL: `This work may be distributed and/or modified under the conditions of the LaTeX Project Public License, either version 1.3 of this
license or (at your option) any later version: https://www.latex-project.org/lppl/. The originals are in hyph-utf8
(https://www.hyphenation.org/tex); these copies have another format, and no maintainer.`,
  MPL: `This file is subject to the terms of the Mozilla Public License, version 1.1: https://www.mozilla.org/MPL/1.1/. It is its own source,
packed by brotli.`,
};
