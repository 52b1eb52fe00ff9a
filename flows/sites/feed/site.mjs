// @ts-check
// A list without an end: more is fetched whenever its last post comes into view.

const PAGE_POSTS = 8;
const AUTHORS = ['Jonas Feld', 'Marta Lindgren', 'Olga Sander', 'Tove Aas', 'Nils Horn'];
const TOPICS = ['The fair is on Sunday', 'Apples for all', 'A lost scarf', 'Who has a ladder'];
const WANTED = { author: 'Ines Varga', text: 'The kiln is open at last' };

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'feed',
  dictionary: {
    reworded: [
      ['Follow', 'Subscribe'],
      ['Thank', 'Say thanks'],
      ['Comment', 'Write a comment'],
      ['Publish', 'Post it'],
    ],
    translated: [
      ['Your words', 'Deine Worte'],
      ['Thank for this post', 'Für diesen Beitrag danken'],
    ],
  },
  routes: {
    'GET /feed/': ({ app }) => app('Village feed'),
    'GET /feed/posts': ({ url, variant, json }) => {
      const first = Number(url.searchParams.get('from') ?? '0');
      const posts = [];
      for (let at = first; at < first + PAGE_POSTS; at += 1)
        posts.push({ at, ...postAt(at, variant) });
      return json(posts);
    },
  },
};

/** @param {number} at @param {string} variant */
function postAt(at, variant) {
  const twins = variant === 'lookalikes' || variant === 'gone';
  if (twins && at === 5) return { author: 'Ines Vargas', text: WANTED.text };
  if (twins && at === 9) return { author: WANTED.author, text: 'The kiln is closed for now' };
  if (at === (variant === 'reordered' ? 18 : 21) && variant !== 'gone') return WANTED;
  return { author: AUTHORS[at % AUTHORS.length], text: TOPICS[at % TOPICS.length] };
}
