// `npm run build`: builds the web app, which `npm start` otherwise does. Production packages (`npm ci --omit=dev`) cannot.
import { buildWeb } from '../server/http/build-web.ts'

await buildWeb(console.log)
