import { pageUrl } from '../../channels/accounts/my-data-address.ts'

/** Returns the address to which LINE leads back, which a store enters in its LINE Login channel. */
export const callbackUrl = (core: Parameters<typeof pageUrl>[0]) => pageUrl(core, 'callback')
