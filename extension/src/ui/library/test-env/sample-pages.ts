// For tests in a real page: pages that somebody may have kept, as many as are wanted.
import type { KeptPage, PageView, Snippet } from '../../../wire';

const DAY_MS = 86_400_000;

const SUBJECTS = [
  {
    site: 'energyadvice.example',
    title: 'Noise limits for heat pumps, explained for neighbours',
    text: [
      'A heat pump moves heat with a fan and a compressor, and both make sound. How much of it your neighbour may hear is settled, and it depends on where you live and on the hour.',
      'In purely residential areas the limit at night is 35 dB(A), measured half a metre outside the neighbour’s open window. By day it is 50. In mixed areas the night limit rises to 45.',
      'The night limit of 35 dB(A) applies from 22:00 to 6:00. A heat pump that is loud at full load is usually run in a quiet mode after ten.',
      'The energy label gives the sound power level, not the level at the window. Between the two lie distance, walls and hedges. As a rule of thumb, 6 dB are lost each time the distance doubles.',
      'A unit in a corner is the worst case: two walls throw the sound back, and the level at the window rises by up to 6 dB.',
    ],
    topics: ['Home', 'Heating', 'Noise'],
    names: ['heat pump', 'sound power level', 'quiet mode', 'compressor'],
    kind: 'article',
  },
  {
    site: 'buildingphysics.example',
    title: 'Sound power of residential air-source units: field measurements at 41 sites',
    text: [
      'At 12 of the 41 sites the night limit was kept only after the unit had been turned away from the wall.',
      'The level fell by 4.2 dB on average. Rubber feet changed little.',
    ],
    topics: ['Science', 'Acoustics'],
    names: ['sound power level', 'Fraunhofer Institute'],
    kind: 'pdf',
  },
  {
    site: 'homeforum.example',
    title: 'Neighbour says our heat pump hums. What helped you?',
    text: [
      'Rubber feet did little. What made it bearable at night was capping the compressor at 60 % between ten and six, and a hedge.',
    ],
    topics: ['Home', 'Heating'],
    names: ['heat pump', 'compressor'],
    kind: 'discussion',
  },
  {
    site: 'doc.rust-lang.org',
    title: 'Validating references with lifetimes',
    text: [
      'Every reference in Rust has a lifetime, which is the scope for which that reference is valid.',
      'The borrow checker compares scopes to determine whether all borrows are valid.',
    ],
    topics: ['Programming', 'Rust'],
    names: ['Rust', 'borrow checker'],
    kind: 'documentation',
  },
  {
    site: 'en.encyclopedia.example',
    title: 'Oolong tea',
    text: [
      'Oolong is a traditional semi-oxidized Chinese tea.',
      'It is produced by withering the leaves under strong sun and oxidation before curling and twisting.',
    ],
    topics: ['Food', 'Tea'],
    names: ['China', 'Wuyi Mountains'],
    kind: 'article',
  },
] as const;

type Subject = (typeof SUBJECTS)[number];

function subjectOf(id: number): Subject {
  return SUBJECTS[(id - 1) % SUBJECTS.length] ?? SUBJECTS[0];
}

/** The newest has the smallest id; each day has some. */
export function samplePage(id: number, now: number): KeptPage {
  const { site, title, kind } = subjectOf(id);
  const part = Math.ceil(id / SUBJECTS.length);
  return {
    id,
    url: `https://${site}/read/${id}`,
    site,
    title: part === 1 ? title : `${title}, part ${part}`,
    author: 'Ada Okafor',
    published: '2026-03-12',
    language: 'en',
    kind,
    origin: 'automatic',
    firstSeenMs: now - (id / 3 + 30) * DAY_MS,
    lastVisitMs: now - (id / 3) * DAY_MS,
    visits: (id % 4) + 1,
    tags: id % 5 === 1 ? ['house'] : [],
    hasText: true,
  };
}

export function sampleView(id: number, now: number): PageView {
  const { text, topics, names } = subjectOf(id);
  const page = samplePage(id, now);
  return {
    page,
    siteName: 'Energy Advice',
    note: 'Ask the installer about the night mode.',
    text: text.join('\n\n'),
    summary: text.slice(0, 3).map((paragraph) => `${paragraph.split('. ')[0] ?? ''}.`),
    summaryByModel: false,
    keyPhrases: [...names, 'night limit'],
    topics: [[...topics]],
    entities: names.map((name, at) => ({
      name,
      kind: 'thing',
      confidence: 0.98 - at * 0.12,
      count: 4 - at,
      sentences: text.filter((paragraph) => paragraph.includes(name)).slice(0, 2),
    })),
    relations: [
      {
        from: names[0],
        relation: 'has a',
        to: names[1],
        confidence: 0.8,
        sentence: text[0],
      },
    ],
    questions: ['How loud may a heat pump be at night?'],
    versions: [
      { number: 1, seenMs: now - 60 * DAY_MS, title: page.title, chars: 812 },
      { number: 2, seenMs: now - 23 * DAY_MS, title: page.title, chars: 1_204 },
    ],
  };
}

export function snippetOf(id: number, words: readonly string[]): Snippet {
  const { text } = subjectOf(id);
  const fits = (paragraph: string) => words.some((word) => paragraph.toLowerCase().includes(word));
  const shown = text.find(fits) ?? text[0];
  const marks = words.flatMap((word): [number, number][] => {
    const at = shown.toLowerCase().indexOf(word);
    return at < 0 ? [] : [[at, at + word.length]];
  });
  return { text: shown, marks: marks.sort(([one], [other]) => one - other) };
}

export function topicsOf(id: number): readonly string[] {
  return subjectOf(id).topics;
}

export function namesOf(id: number): readonly string[] {
  return subjectOf(id).names;
}
