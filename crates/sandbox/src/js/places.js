// Where in a script an error arose.
//
// The engine asks for the stack of an error when it is made and, as long as it has none, again in
// every function the error passes. We give one only when the script itself is on the stack: so an
// error that an API made long after an `await` gets the line where the script awaited it, and a
// stack never tells of code that is not the script's own.
(function (room) {
  'use strict';

  const SCRIPT = 'script';
  const FRAMES_MAX = 32;
  const FRAME = /\(script:(\d+):(\d+)\)/;

  const stackOf = Object.getOwnPropertyDescriptor(Error.prototype, 'stack').get;
  /** While the API loads there is no script, and its author wants to see every frame. */
  let all = true;

  Error.stackTraceLimit = FRAMES_MAX;
  Error.prepareStackTrace = (_, sites) => {
    const own = all ? sites : sites.filter((site) => site.getFileName() === SCRIPT);
    if (own.length === 0) return undefined;
    const frames = own.map((site) => {
      const at = `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`;
      return `    at ${site.getFunctionName() ?? ''} (${at})`;
    });
    return frames.join('\n');
  };
  delete Error.prepareStackTrace;
  delete Error.stackTraceLimit;
  delete Error.captureStackTrace;

  room.onlyScripts = () => {
    all = false;
  };

  room.placeOf = (error) => {
    const stack = error !== null && typeof error === 'object' ? stackOf.call(error) : undefined;
    const found = typeof stack === 'string' ? FRAME.exec(stack) : null;
    return found === null ? undefined : { line: Number(found[1]), column: Number(found[2]) };
  };
});
