/** Zero crossings of the kernel to each side. */
const halfWidth = 16;
const kaiserBeta = 9;
/** Positions between two samples for which kernels are kept; a rate that needs more gets the nearest. */
const maxPhases = 1_024;

/** Computes values between samples: a windowed sinc, which removes what the target rate cannot hold. */
export interface Interpolation {
  /** How many samples before and after a position it needs. */
  readonly reach: number;
  /** The value at `whole + numerator / denominator` of `samples`, which are zero outside. */
  at(samples: Float32Array, whole: number, numerator: number): number;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * For positions that are multiples of `sourceStep / denominator` samples. `ratio` is how many samples of the source
 * become one: above 1 the kernel is wider by as much, and lets less pass.
 */
export function createInterpolation(
  sourceStep: number,
  denominator: number,
  ratio = sourceStep / denominator,
): Interpolation {
  const cutoff = Math.min(1, 1 / ratio) * (ratio === 1 ? 1 : 0.96);
  const reach = Math.ceil(halfWidth / cutoff);
  const unit = gcd(sourceStep, denominator);
  const exact = denominator / unit;
  const phases = Math.min(exact, maxPhases);
  const kernels: (Float64Array | undefined)[] = Array.from({ length: phases + 1 });
  const kernel = (phase: number): Float64Array => {
    const made = kernels[phase];
    if (made) return made;
    const weights = new Float64Array(2 * reach);
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const x = index - reach + 1 - phase / phases;
      const window =
        Math.abs(x) >= reach
          ? 0
          : bessel(kaiserBeta * Math.sqrt(1 - (x / reach) ** 2)) / bessel(kaiserBeta);
      const angle = Math.PI * x * cutoff;
      weights[index] = (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
      sum += weights[index] as number;
    }
    // The same gain at every phase: a constant stays constant.
    for (let index = 0; index < weights.length; index += 1)
      weights[index] = (weights[index] as number) / sum;
    kernels[phase] = weights;
    return weights;
  };
  return {
    reach,
    at(samples, whole, numerator) {
      const weights = kernel(Math.round((numerator / denominator) * phases));
      const first = whole - reach + 1;
      const from = Math.max(0, -first);
      const to = Math.min(weights.length, samples.length - first);
      let value = 0;
      for (let index = from; index < to; index += 1)
        value += (weights[index] as number) * (samples[first + index] as number);
      return value;
    },
  };
}
