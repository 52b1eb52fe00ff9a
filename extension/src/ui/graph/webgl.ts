// Whether a graphics processor is behind WebGL, or a program that pretends to be one.

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export function hasGraphicsProcessor(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(
    info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER,
  );
  // A page may have few contexts, and the drawing needs one.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && !SOFTWARE.test(name);
}
