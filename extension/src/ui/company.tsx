// Who else is with the daemon: other browsers, and the clients that drive them.
import type { BrowserStatus, ClientStatus, ProfileId, Status } from '../wire';
import { inWords } from './duration';

interface Props {
  status: Status;
  profile: ProfileId;
}

export function Company({ status, profile }: Props) {
  const others = status.browsers.filter((browser) => browser.profile !== profile);
  return (
    <>
      <People title="Clients" none="No agent or script is connected." people={status.clients} />
      {others.length > 0 && <People title="Other browsers" people={others} />}
    </>
  );
}

interface PeopleProps {
  title: string;
  none?: string;
  people: (ClientStatus | BrowserStatus)[];
}

function People({ title, none, people }: PeopleProps) {
  return (
    <section class="people">
      <h2>{title}</h2>
      {people.length === 0 && <p class="detail">{none}</p>}
      <ul>
        {people.map((one) => (
          <li key={'id' in one ? one.id : one.profile}>
            <span class="person">{one.name}</span>
            <span class="since">{inWords(one.connectedMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
