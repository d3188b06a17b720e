// `node tools/facebook/main.ts`: Facebook's Graph API on this machine, with one person and two pages; `npm run dev` starts it.
import { startFacebook } from './server.ts'
import { addPage, addUser } from './state.ts'

const { url, state } = await startFacebook({ port: Number(process.env.FACEBOOK_SIMULATOR_PORT ?? 3901) })
const pages = [addPage(state, { name: 'ผ้าฝ้ายเชียงใหม่' }), addPage(state, { name: 'ผ้าฝ้าย สาขานิมมาน' })]
console.log(`Facebook simulator: ${url}\n  token of a person with ${pages.length} pages: ${addUser(state, pages)}`)
