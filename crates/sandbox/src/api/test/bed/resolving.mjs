export function resolve(specifier, context, next) {
  if (specifier !== 'host') return next(specifier, context);
  return { url: new URL('./host.mjs', import.meta.url).href, shortCircuit: true };
}
