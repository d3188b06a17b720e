import type { Config } from '../../core/config.ts'

type Served = { config: Pick<Config, 'publicUrl' | 'port'> }

const root = ({ config }: Served) => config.publicUrl ?? `http://localhost:${config.port}`

/** Returns the address of a page. */
export const pageUrl = (core: Served, code: string) => `${root(core)}/d/${code}`

/** Returns the address to which LINE leads back, which a store enters in its LINE Login channel. */
export const callbackUrl = (core: Served) => `${root(core)}/d/callback`
