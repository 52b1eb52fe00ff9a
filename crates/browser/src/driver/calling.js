async ({ event, count, all, args }, script) => {
  const given = [];
  if (event !== null) {
    const take = (handed) => {
      handed.stopImmediatePropagation();
      given.push(handed.composedPath()[0]);
    };
    window.addEventListener(`${event}!`, take, true);
    document.dispatchEvent(new Event(event));
    window.removeEventListener(`${event}!`, take, true);
    if (given.length !== count) throw new Error('the page kept its elements to itself');
  }
  const call = script();
  if (typeof call !== 'function') throw new TypeError('the script is no function');
  const first = event === null ? [] : [all ? given : given[0]];

  const isOfThePage = (value) => {
    try {
      return (typeof value.nodeType === 'number' && 'ownerDocument' in value) || value.window === value;
    } catch {
      return true; // The window of another site.
    }
  };
  const isWithout = (value) => value === undefined || ['function', 'symbol'].includes(typeof value);
  const plain = (value, above) => {
    if (isWithout(value)) return null;
    if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
      return String(value);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (isOfThePage(value) || above.includes(value) || above.length === 100) return null;
    const inner = [...above, value];
    try {
      if (Array.isArray(value)) return Array.from(value, (each) => plain(each, inner));
      if (value instanceof Error) return String(value);
      if (typeof value.toJSON === 'function') return plain(value.toJSON(), inner);
      const kept = Object.keys(value).filter((key) => !isWithout(value[key]));
      return Object.fromEntries(kept.map((key) => [key, plain(value[key], inner)]));
    } catch {
      return null; // It will not be read.
    }
  };
  return plain(await call(...first, ...args), []);
}
