// Which browser this is, read from the brand list that Chrome gives every page.

export interface Brand {
  brand: string;
  version: string;
}

export interface Product {
  product: string;
  productVersion: string;
}

/** Chrome mixes in a made-up brand ("Not/A)Brand" and the like) so that nobody trusts the order. */
const DECOY = /not[^a-z]*a[^a-z]*brand/i;

/** The part of User-Agent Client Hints we read; TypeScript's own library does not know it yet. */
interface NavigatorWithBrands {
  userAgentData?: {
    brands: Brand[];
    getHighEntropyValues(hints: string[]): Promise<{ fullVersionList?: Brand[] }>;
  };
}

/** With full versions where the browser reports them. */
export async function readBrands(): Promise<Brand[]> {
  const { userAgentData } = navigator as NavigatorWithBrands;
  if (!userAgentData) return [];
  const { fullVersionList } = await userAgentData.getHighEntropyValues(['fullVersionList']);
  return fullVersionList ?? userAgentData.brands;
}

export function productOf(brands: readonly Brand[]): Product {
  const real = brands.filter(({ brand }) => !DECOY.test(brand));
  const chosen = real.find(({ brand }) => brand !== 'Chromium') ?? real[0];
  return { product: chosen?.brand ?? 'Chromium', productVersion: chosen?.version ?? '' };
}
