// @ts-check
import { ask, button, control, field, h, place, show, tell } from '/kit/page.mjs';

/** No post stands further down than this one. */
const LAST_POST = 64;

const posts = place('main');
await show(document.body, h('h1', {}, 'Village feed'), posts.node);

const sight = new IntersectionObserver((entries) => {
  const seen = entries.find((entry) => entry.isIntersecting);
  if (!seen) return;
  sight.disconnect();
  fetchMore();
});
let next = 0;
fetchMore();

async function fetchMore() {
  const fetched = await ask(`posts?from=${next}`);
  next += fetched.length;
  for (const post of fetched) {
    const holder = document.createElement('div');
    holder.style.minHeight = '11rem';
    posts.element.append(holder);
    show(holder, article(post));
  }
  if (next < LAST_POST) sight.observe(posts.element.lastElementChild);
}

/** @param {{ at: number, author: string, text: string }} post */
function article({ at, author, text }) {
  const below = place();
  const thanks = place('small');
  const post = { author, text };
  const thank = async () => {
    await tell('thanked', post);
    show(thanks.element, h('span', {}, 'You said thanks'));
  };
  const follow = async () => {
    await tell('followed', { author });
    show(thanks.element, h('span', {}, 'You follow this neighbour'));
  };
  const comment = () => {
    const words = control('textarea', {
      id: `words-${at}`,
      name: 'words',
      'aria-label': 'Your words',
    });
    const publish = async () => {
      const facts = { ...post, words: words.element.value, signed: signed.element.checked };
      await tell('commented', facts);
      show(below.element);
    };
    const signed = control('input', { id: `signed-${at}`, name: 'signed', type: 'checkbox' });
    show(below.element, words.node, field('With my name', signed.node), button('Publish', publish));
  };
  return h(
    'article',
    { id: `post-${at}`, 'data-post': String(at) },
    h('h2', {}, author),
    h('p', {}, text),
    h(
      'div',
      { shuffle: true },
      button('Thank', thank, { title: 'Thank for this post' }),
      button('Follow', follow),
      button('Comment', comment),
    ),
    thanks.node,
    below.node,
  );
}
