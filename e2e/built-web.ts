import { buildWeb } from '../server/core/build-web.ts'

/** Once, before the servers of the workers start side by side: each would build it. */
export default () => buildWeb(console.log)
