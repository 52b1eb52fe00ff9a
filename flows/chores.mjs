// @ts-check
// What people do on the sites, as data. A word in braces stands for a value: one set of values is recorded, another
// is given when the chore is done again. New chores go to the end, because the place of a chore says which of its
// cases are held out.

import {
  box,
  button,
  choose,
  click,
  combobox,
  drag,
  group,
  heading,
  hover,
  item,
  link,
  listOf,
  option,
  part,
  press,
  radio,
  scroll,
  spinner,
  textbox,
  toggle,
  type,
  upload,
  where,
} from './gestures.mjs';

/**
 * @typedef {object} Chore
 * @property {string} name
 * @property {string} site
 * @property {Record<string, string>} values as recorded
 * @property {Record<string, string>} others as given in the variant `values`
 * @property {string[]} [secrets] values that no recording should hold
 * @property {import('./gestures.mjs').Gesture[]} gestures
 * @property {Record<string, any>[]} journal what must have been done in the end
 */

/** A person of the house on the board. @param {string} name @returns {import('./gestures.mjs').Thing} */
const inHouse = (name) => ({ ...where('listitem', name), in: listOf('People') });

const SIGN_IN = [
  type(textbox('User name'), '{user}'),
  type(textbox('Password'), '{password}'),
  click(button('Sign in')),
];
const SIGNED_IN = { site: 'desk', did: 'signed in', user: '{user}' };
const own = { in: part('Apply') };
const inEditor = { frame: '/mail/editor' };
const inPayment = { frame: '/club/pay' };
const inMySettings = { in: part('My settings') };
const inMine = { in: where('article', 'Chosen') };
const kiln = { in: where('article', 'Ines Varga', 'The kiln is open at last') };

/** @type {Chore[]} */
export const CHORES = [
  {
    name: 'order-coffee',
    site: 'shop',
    values: { coffee: 'Filter', size: '500 g', count: '2', person: 'Ada Marsh', voucher: 'WARM10' },
    others: { coffee: 'Forest', size: '1 kg', count: '3', person: 'Tom Vale', voucher: 'SPRING5' },
    gestures: [
      type(combobox('Search coffees'), '{coffee}'),
      click(option('{coffee} roast')),
      choose(combobox('Bag size', inMine), '{size}'),
      type(spinner('Quantity', inMine), '{count}'),
      click(box('Grind for me', inMine)),
      click(button('Add to basket', inMine)),
      click(button('Go to checkout', { in: { role: 'dialog', name: 'Added to your basket' } })),
      type(textbox('Full name'), '{person}'),
      type(textbox('Voucher'), '{voucher}'),
      click(button('Place order')),
    ],
    journal: [
      {
        site: 'shop',
        did: 'ordered',
        coffee: '{coffee} roast',
        size: '{size}',
        count: '{count}',
        grind: true,
        name: '{person}',
        voucher: '{voucher}',
      },
    ],
  },
  {
    name: 'send-wish-list',
    site: 'shop',
    values: { friend: 'lena@example.org', note: 'For Saturday' },
    others: { friend: 'omar@example.org', note: 'For the trip' },
    gestures: [
      click(button('Shelf')),
      click(button('Save for later', { in: where('listitem', 'River farm') })),
      click(button('Saved coffees')),
      type(textbox('Email of your friend'), '{friend}'),
      type(textbox('Note'), '{note}'),
      click(box('With prices')),
      click(button('Send list')),
    ],
    journal: [
      {
        site: 'shop',
        did: 'sent list',
        coffees: ['River farm'],
        to: '{friend}',
        note: '{note}',
        prices: true,
      },
    ],
  },
  {
    name: 'close-ticket',
    site: 'desk',
    values: { user: 'mira', password: 'tulip-41-garden', reason: 'Done', note: 'Paper taken out' },
    others: {
      user: 'anton',
      password: 'tulip-41-garden',
      reason: 'Not ours',
      note: 'Caretaker told',
    },
    secrets: ['password'],
    gestures: [
      ...SIGN_IN,
      click(link('Next page')),
      click(button('Actions', { in: where('row', '#4455', 'Printer on floor 3 is jammed') })),
      click(item('Close ticket')),
      choose(combobox('Reason'), '{reason}'),
      type(textbox('Note'), '{note}'),
      click(button('Close it')),
    ],
    journal: [
      SIGNED_IN,
      { site: 'desk', did: 'closed', ticket: '#4455', reason: '{reason}', note: '{note}' },
    ],
  },
  {
    name: 'assign-ticket',
    site: 'desk',
    values: {
      user: 'mira',
      password: 'tulip-41-garden',
      ticket: '#4456',
      person: 'Marta Lindgren',
    },
    others: { user: 'anton', password: 'tulip-41-garden', ticket: '#4455', person: 'Jonas Feld' },
    secrets: ['password'],
    gestures: [
      ...SIGN_IN,
      type(textbox('Find ticket'), '{ticket}'),
      press('Enter'),
      click(button('Actions', { in: where('row', '{ticket}') })),
      click(item('Assign to a colleague')),
      type(textbox('Colleague'), '{person}'),
      click(option('{person}')),
      click(button('Assign')),
    ],
    journal: [SIGNED_IN, { site: 'desk', did: 'assigned', ticket: '{ticket}', to: '{person}' }],
  },
  {
    name: 'plan-event',
    site: 'calendar',
    values: { title: 'Choir practice', hour: '14:30', guest: 'Tove Aas' },
    others: { title: 'Tea with Olga', hour: '09:30', guest: 'Nils Horn' },
    gestures: [
      click(button('Next month', { in: part('Month') }), { until: heading('December 2026') }),
      click(button('10', { in: { role: 'grid', name: 'Month' } })),
      type(textbox('Title'), '{title}'),
      choose(combobox('Starts at'), '{hour}'),
      click(box('Remind me')),
      type(textbox('Guest'), '{guest}'),
      press('Enter'),
      click(button('Save event')),
    ],
    journal: [
      {
        site: 'calendar',
        did: 'planned',
        day: '2026-12-10',
        title: '{title}',
        at: '{hour}',
        guests: ['{guest}'],
        remind: true,
      },
    ],
  },
  {
    name: 'move-event',
    site: 'calendar',
    values: { day: '2026-12-15', hour: '16:45', why: 'Ines is ill' },
    others: { day: '2027-01-22', hour: '12:00', why: 'The room is taken' },
    gestures: [
      click(button('Change', { in: where('listitem', 'Budget talk', 'with Ines') })),
      type({ role: 'date', name: 'New day' }, '{day}'),
      choose(combobox('Starts at'), '{hour}'),
      type(textbox('Because'), '{why}'),
      click(box('Tell the guests')),
      click(button('Save changes')),
    ],
    journal: [
      {
        site: 'calendar',
        did: 'moved',
        name: 'Budget talk',
        where: 'with Ines',
        day: '{day}',
        at: '{hour}',
        why: '{why}',
        told: true,
      },
    ],
  },
  {
    name: 'write-mail',
    site: 'mail',
    values: { to: 'Olga Sander', subject: 'The boat', priority: 'High', text: 'It is dry again.' },
    others: {
      to: 'Jonas Feld',
      subject: 'The roof',
      priority: 'Low',
      text: 'Two tiles are loose.',
    },
    gestures: [
      click(button('Write mail')),
      type(textbox('Recipient'), '{to}'),
      press('Enter'),
      type(textbox('Subject'), '{subject}'),
      choose(combobox('Priority'), '{priority}'),
      type(textbox('Message text', inEditor), '{text}'),
      click(button('Send mail', { in: { role: 'main' } })),
    ],
    journal: [
      {
        site: 'mail',
        did: 'sent',
        to: ['{to}'],
        subject: '{subject}',
        priority: '{priority}',
        text: '{text}',
      },
    ],
  },
  {
    name: 'reply-mail',
    site: 'mail',
    values: { text: 'We take it from May on.' },
    others: { text: 'It is too small for us.' },
    gestures: [
      click(button('Inbox')),
      click(button('Open', { in: where('listitem', 'Nora Beck', 'Lease for the studio') })),
      click(button('Reply')),
      type(textbox('Message text', inEditor), '{text}'),
      click(box('Keep a copy')),
      click(button('Send reply')),
    ],
    journal: [
      {
        site: 'mail',
        did: 'replied',
        to: 'Nora Beck',
        subject: 'Lease for the studio',
        copy: true,
        text: '{text}',
      },
    ],
  },
  {
    name: 'finish-card',
    site: 'board',
    values: { title: 'Mend the fence', sprint: 'May', estimate: '3' },
    others: { title: 'Paint the shed', sprint: 'June', estimate: '5' },
    gestures: [
      type(textbox('New card'), '{title}'),
      press('Enter', { until: where('listitem', '{title}') }),
      drag(where('listitem', 'Fix the gate'), listOf('Done'), {
        until: { ...where('listitem', 'Fix the gate'), in: listOf('Done') },
      }),
      choose(combobox('Sprint'), '{sprint}'),
      type(spinner('Estimate'), '{estimate}'),
      drag(where('listitem', '{title}'), listOf('Doing'), {
        until: { ...where('listitem', '{title}'), in: listOf('Doing') },
      }),
      click(button('Save board')),
    ],
    journal: [
      {
        site: 'board',
        did: 'saved board',
        sprint: '{sprint}',
        estimate: '{estimate}',
        doing: ['Count the chairs', '{title}'],
        done: ['Wash the van', 'Fix the gate'],
        people: {},
      },
    ],
  },
  {
    name: 'give-card',
    site: 'board',
    values: { sprint: 'May', estimate: '2' },
    others: { sprint: 'June', estimate: '8' },
    gestures: [
      choose(combobox('Sprint'), '{sprint}'),
      drag(inHouse('Ines'), where('listitem', 'Order paint'), {
        until: where('listitem', 'Order paint', 'Ines'),
      }),
      drag(inHouse('Jonas'), where('listitem', 'Count the chairs'), {
        until: where('listitem', 'Count the chairs', 'Jonas'),
      }),
      type(spinner('Estimate'), '{estimate}'),
      drag(where('listitem', 'Fix the gate'), listOf('Doing'), {
        until: { ...where('listitem', 'Fix the gate'), in: listOf('Doing') },
      }),
      click(button('Save board')),
    ],
    journal: [
      {
        site: 'board',
        did: 'saved board',
        sprint: '{sprint}',
        estimate: '{estimate}',
        doing: ['Count the chairs', 'Fix the gate'],
        done: ['Wash the van'],
        people: { 'Order paint': ['Ines'], 'Count the chairs': ['Jonas'] },
      },
    ],
  },
  {
    name: 'change-looks',
    site: 'settings',
    values: { name: 'Ada of the hill', tongue: 'Swedish' },
    others: { name: 'Tom of the mill', tongue: 'German' },
    gestures: [
      click(button('Account')),
      click(button('Appearance')),
      type(textbox('Display name', inMySettings), '{name}'),
      click(radio('Dark', inMySettings)),
      click(toggle('Weekly digest', inMySettings)),
      choose(combobox('Language', inMySettings), '{tongue}'),
      click(button('Save settings', inMySettings)),
    ],
    journal: [
      {
        site: 'settings',
        did: 'saved',
        of: 'My settings',
        name: '{name}',
        tongue: '{tongue}',
        digest: true,
        colours: 'Dark',
      },
    ],
  },
  {
    name: 'join-club',
    site: 'club',
    values: { member: 'Ada Marsh', holder: 'A MARSH', card: '4000056655665556', ends: '11/29' },
    others: { member: 'Tom Vale', holder: 'T VALE', card: '5200828282828210', ends: '03/31' },
    secrets: ['card'],
    gestures: [
      click(radio('Yearly')),
      type(textbox('Member name'), '{member}'),
      click(box('I know the rules')),
      type(textbox('Name on card', inPayment), '{holder}'),
      type(textbox('Card number', inPayment), '{card}'),
      type(textbox('Valid until', inPayment), '{ends}'),
      click(button('Pay fee', inPayment)),
      click(button('Join the club')),
    ],
    journal: [
      { site: 'club', did: 'paid', holder: '{holder}', number: '{card}', ends: '{ends}' },
      { site: 'club', did: 'joined', kind: 'Yearly', member: '{member}', rules: true },
    ],
  },
  {
    name: 'thank-neighbour',
    site: 'feed',
    values: { words: 'See you at the kiln' },
    others: { words: 'I bring the clay' },
    gestures: [
      scroll(button('Thank', kiln)),
      click(button('Thank', kiln)),
      click(button('Follow', kiln)),
      click(button('Comment', kiln)),
      type(textbox('Your words', kiln), '{words}'),
      click(box('With my name', kiln)),
      click(button('Publish', kiln)),
    ],
    journal: [
      { site: 'feed', did: 'thanked', author: 'Ines Varga', text: 'The kiln is open at last' },
      { site: 'feed', did: 'followed', author: 'Ines Varga' },
      {
        site: 'feed',
        did: 'commented',
        author: 'Ines Varga',
        text: 'The kiln is open at last',
        words: '{words}',
        signed: true,
      },
    ],
  },
  {
    name: 'apply-for-work',
    site: 'jobs',
    values: { person: 'Ada Marsh', cv: 'life-of-ada.pdf', proof: 'bakery-school.pdf' },
    others: { person: 'Tom Vale', cv: 'life-of-tom.pdf', proof: 'milling-school.pdf' },
    gestures: [
      type(textbox('Full name', own), '{person}'),
      choose(combobox('Position', own), 'Baker'),
      upload({ role: 'file', name: 'Curriculum vitae', ...own }, '{cv}'),
      upload(button('Attach certificate', own), '{proof}'),
      click(box('I read about privacy', own)),
      click(button('Send application', own)),
    ],
    journal: [
      {
        site: 'jobs',
        did: 'applied',
        name: '{person}',
        job: 'Baker',
        cv: '{cv}',
        proof: '{proof}',
        privacy: true,
      },
    ],
  },
  {
    name: 'delete-photo',
    site: 'album',
    values: { order: 'Name' },
    others: { order: 'Day' },
    gestures: [
      choose(combobox('Sort the photos'), '{order}'),
      click(button('Trips')),
      hover(where('listitem', 'Harbour at dusk')),
      click(button('Delete photo', { in: where('listitem', 'Harbour at dusk') }), { answer: {} }),
      click(button('Home')),
      click(button('Empty bin'), { answer: {} }),
    ],
    journal: [
      { site: 'album', did: 'deleted', title: 'Harbour at dusk' },
      { site: 'album', did: 'emptied the bin' },
    ],
  },
  {
    name: 'rename-photo',
    site: 'album',
    values: { title: 'Sleeper to Oslo', email: 'lena@example.org', note: 'Our trip' },
    others: { title: 'Sleeper to Bergen', email: 'omar@example.org', note: 'Do you remember' },
    gestures: [
      click(button('Trips')),
      hover(where('listitem', 'Night train')),
      click(button('Rename photo', { in: where('listitem', 'Night train') }), {
        answer: { text: '{title}' },
      }),
      hover(where('listitem', '{title}')),
      click(button('Share photo', { in: where('listitem', '{title}') })),
      type(textbox('Email'), '{email}'),
      type(textbox('Note'), '{note}'),
      click(box('In full size')),
      click(button('Send link')),
    ],
    journal: [
      { site: 'album', did: 'renamed', title: 'Night train', name: '{title}' },
      {
        site: 'album',
        did: 'shared',
        title: '{title}',
        to: '{email}',
        note: '{note}',
        large: true,
      },
    ],
  },
  {
    name: 'ask-for-permit',
    site: 'permit',
    values: {
      person: 'Ada Marsh',
      email: 'ada@example.org',
      street: 'Mill Lane 4',
      code: '40213',
      town: 'Northbank',
      guests: '80',
      day: '2027-06-19',
    },
    others: {
      person: 'Tom Vale',
      email: 'tom@example.org',
      street: 'Quay 17',
      code: '50667',
      town: 'Southbank',
      guests: '45',
      day: '2027-08-07',
    },
    gestures: [
      type(textbox('Full name', { in: group('Who asks') }), '{person}'),
      type(textbox('Email', { in: group('Who asks') }), '{email}'),
      click(button('Continue', { last: true })),
      type(textbox('Street', { in: group('Where it is') }), '{street}'),
      type(textbox('Postcode', { in: group('Where it is') }), '{code}'),
      type(textbox('Town', { in: group('Where it is') }), '{town}'),
      click(button('Continue', { last: true })),
      click(radio('Street party')),
      type(spinner('Guests'), '{guests}'),
      click(button('Continue', { last: true })),
      type({ role: 'date', name: 'Day' }, '{day}'),
      click(box('Music with loudspeakers')),
      click(button('Continue', { last: true })),
      click(button('Hand in')),
    ],
    journal: [
      {
        site: 'permit',
        did: 'handed in',
        person: '{person}',
        email: '{email}',
        street: '{street}',
        code: '{code}',
        town: '{town}',
        kind: 'Street party',
        guests: '{guests}',
        day: '{day}',
        music: 'yes',
      },
    ],
  },
  {
    name: 'book-train',
    site: 'travel',
    values: { town: 'Bergen', day: 'Saturday', person: 'Ada Marsh', seat: 'Window' },
    others: { town: 'Oslo', day: 'Friday', person: 'Tom Vale', seat: 'Quiet car' },
    gestures: [
      type(textbox('To'), '{town}'),
      choose(combobox('Day'), '{day}'),
      click(button('Search trains')),
      click(link('Book seat', { in: where('row', '08:15', 'Valley line') }), { tab: 'opens' }),
      type(textbox('Passenger'), '{person}'),
      choose(combobox('Seat'), '{seat}'),
      click(box('With a bicycle')),
      click(button('Confirm booking')),
      click(button('Close this tab'), { tab: 'closes' }),
      click(button('Add to my trips')),
    ],
    journal: [
      {
        site: 'travel',
        did: 'booked',
        train: 't2',
        town: '{town}',
        on: '{day}',
        passenger: '{person}',
        seat: '{seat}',
        bike: true,
      },
      { site: 'travel', did: 'kept', train: 't2' },
    ],
  },
];
