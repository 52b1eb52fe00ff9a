// The address of a tab as Chrome tells it, which it does in two fields.
export interface AddressedTab {
  url?: string | undefined;
  pendingUrl?: string | undefined;
}

/** The address is empty until the first page has committed; until then the pending one is used. */
export function addressOfTab({ url = '', pendingUrl = '' }: AddressedTab): string {
  return url === '' ? pendingUrl : url;
}
