// Nodes for WebGL: one point each, cut to the shape of its group. A point is a quarter of the vertices that a square
// would take.
import { NodeProgram, type ProgramInfo } from 'sigma/rendering';
import type { NodeDisplayData, RenderParams } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import { SHAPES } from './palette';

/** How much larger than its circle a shape may be, so that the point holds it. */
const ROOM = '1.5';

const VERTEX_SHADER = `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
varying vec4 v_color;
varying float v_shape;
varying float v_pixel;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1.0)).xy, 0.0, 1.0);
  float radius = max(a_size / u_sizeRatio * u_pixelRatio, 1.0);
  gl_PointSize = 2.0 * radius * ${ROOM};
  v_pixel = 1.0 / radius;
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  // Colours come in seven bits of alpha.
  v_color.a *= 255.0 / 254.0;
}
`;

/** The distance to the edge of the shape in radii, negative inside; the order is that of SHAPES. */
const FRAGMENT_SHADER = `
precision highp float;
varying vec4 v_color;
varying float v_shape;
varying float v_pixel;

float edge(vec2 p) {
  vec2 q = abs(p);
  if (v_shape < 0.5) return length(p) - 1.0;
  if (v_shape < 1.5) return max(q.x, q.y) - 0.89;
  if (v_shape < 2.5) return (q.x + q.y - 1.25) * 0.707;
  if (v_shape < 3.5) return max(q.x * 0.866 + p.y * -0.5, p.y) - 0.7;
  return max(length(p) - 1.1, 0.55 - length(p));
}

void main() {
  vec2 p = (gl_PointCoord * 2.0 - 1.0) * ${ROOM};
  float distance = edge(p);
  #ifdef PICKING_MODE
  gl_FragColor = distance > 0.0 ? vec4(0.0) : v_color;
  #else
  gl_FragColor = v_color * (1.0 - smoothstep(-v_pixel, 0.0, distance));
  #endif
}
`;

const UNIFORMS = ['u_matrix', 'u_sizeRatio', 'u_pixelRatio'] as const;

export class ShapeProgram extends NodeProgram<(typeof UNIFORMS)[number]> {
  override getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, POINTS } = WebGLRenderingContext;
    return {
      VERTICES: 1,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: POINTS,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_shape', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
    };
  }

  override processVisibleItem(
    nodeIndex: number,
    offset: number,
    data: NodeDisplayData & { shape?: number },
  ): void {
    const values = [data.x, data.y, data.size, data.shape ?? 0, floatColor(data.color), nodeIndex];
    this.array.set(values, offset);
  }

  override setUniforms(
    { matrix, sizeRatio, pixelRatio }: RenderParams,
    { gl, uniformLocations }: ProgramInfo,
  ): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, matrix);
    gl.uniform1f(uniformLocations.u_sizeRatio ?? null, sizeRatio);
    gl.uniform1f(uniformLocations.u_pixelRatio ?? null, pixelRatio);
  }
}

export function shapeNumber(shape: (typeof SHAPES)[number]): number {
  return SHAPES.indexOf(shape);
}
