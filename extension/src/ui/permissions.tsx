// Why Chrome was asked for each permission, in plain words.

const REASONS: [permission: string, why: string][] = [
  [
    'Read and change your data on all websites',
    'An agent you started works in the tabs you have. Tabwright puts its reader into a page when ' +
      'an agent asks about that page, and not before. One small script is in every page from its ' +
      'beginning: it notes which elements react to a click, for that reader, and tells nobody else.',
  ],
  [
    'Read your browsing history',
    'Chrome’s words for seeing the address and title of every tab, so that an agent can tell ' +
      'your tabs apart. The history itself is read when you or an agent look for a page in it: ' +
      '“open the train timetable” finds the one you were at.',
  ],
  [
    'Access the page debugger backend',
    'How an agent clicks, types and takes screenshots in a tab. Chrome shows a bar while Tabwright ' +
      'is attached to a tab; it goes away when no agent is connected. Press Cancel on it to stop.',
  ],
  [
    'Cookies, downloads and navigation',
    'An agent may read, set and clear cookies, for instance to save a login, may download files, ' +
      'and learns of downloads and where they lie. Navigation tells which tab opened a new one, ' +
      'and when a page has loaded.',
  ],
  [
    'Change your settings that control websites’ access to features',
    'An agent may grant or deny a website your location, camera, microphone, clipboard or ' +
      'notifications. Your own settings are not changed, and are back when it resets them.',
  ],
  [
    'View and manage your tab groups',
    'An agent can open its tabs in a group of its own, so that you see which tabs are its.',
  ],
  [
    'Read and change your bookmarks',
    'An agent may look for a bookmark, add one or remove one when you ask it to.',
  ],
  [
    'Read and modify data you copy and paste',
    'An agent may read your clipboard or put text on it. Tabwright does so only when an agent asks, ' +
      'and at no other time.',
  ],
  ['Reading aloud', 'An agent may have a text read aloud, and stop it.'],
  [
    'Communicate with cooperating native applications',
    'To find Tabwright on this computer, and to start it when the browser starts.',
  ],
  [
    'Storage and alarms',
    'To remember the name and the pairing of this browser and what you typed in the side panel, and ' +
      'to check every 30 seconds whether Tabwright is back.',
  ],
];

export function Permissions() {
  return (
    <>
      <dl class="reasons">
        {REASONS.map(([permission, why]) => (
          <div key={permission}>
            <dt>{permission}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
      <p>
        The extension talks to <code>127.0.0.1</code> only. It sends nothing to any other computer.
      </p>
    </>
  );
}
