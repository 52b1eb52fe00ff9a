// Names of hosts that are not ASCII: Punycode, RFC 3492, with the parameters of its section 5.
(function (room) {
  'use strict';

  const BASE = 36;
  const T_MIN = 1;
  const T_MAX = 26;

  room.asciiLabel = (label) => (/^[\0-\x7f]*$/.test(label) ? label : `xn--${punycode(label)}`);

  function punycode(label) {
    const points = Array.from(label, (character) => character.codePointAt(0));
    let output = label.replace(/[^\0-\x7f]/gu, '');
    const basic = output.length;
    let handled = basic;
    if (basic > 0) output += '-';
    let [point, delta, bias] = [0x80, 0, 72];
    while (handled < points.length) {
      const next = Math.min(...points.filter((one) => one >= point));
      delta += (next - point) * (handled + 1);
      point = next;
      for (const one of points) {
        if (one < point) delta += 1;
        if (one !== point) continue;
        output += variableLength(delta, bias);
        bias = adapted(delta, handled + 1, handled === basic);
        delta = 0;
        handled += 1;
      }
      delta += 1;
      point += 1;
    }
    return output;
  }

  function variableLength(delta, bias) {
    let digits = '';
    let left = delta;
    for (let k = BASE; ; k += BASE) {
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (left < threshold) return digits + digit(left);
      digits += digit(threshold + ((left - threshold) % (BASE - threshold)));
      left = Math.floor((left - threshold) / (BASE - threshold));
    }
  }

  /** a to z, then 0 to 9. */
  function digit(value) {
    return String.fromCharCode(value < 26 ? 97 + value : 22 + value);
  }

  function adapted(delta, count, isFirst) {
    let scaled = Math.floor(delta / (isFirst ? 700 : 2));
    scaled += Math.floor(scaled / count);
    let k = 0;
    while (scaled > ((BASE - T_MIN) * T_MAX) / 2) {
      scaled = Math.floor(scaled / (BASE - T_MIN));
      k += BASE;
    }
    return k + Math.floor(((BASE - T_MIN + 1) * scaled) / (scaled + 38));
  }
});
