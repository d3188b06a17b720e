import {
  accountChange,
  facebookApp,
  facebookToken,
  lineCredentials,
  linkableCustomer,
  linkedCustomer,
  officialAccount,
  pageChange,
  setAsideEvent,
} from '../../testing/things/channels.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { profileId } from '../../testing/things/profiles.ts'
import type { Requests } from './request.ts'

export const requestsOfChannels: Requests = {
  'lineOa.validateToken': async () => ({ body: await lineCredentials() }),
  'lineOa.create': async () => ({ body: await lineCredentials() }),
  'lineModule.create': async () => ({ body: await lineCredentials() }),
  'lineOa.update': accountChange('lineOA'),
  'lineModule.update': accountChange('lineModule'),
  'facebookSetting.connect': async () => ({ body: await facebookToken() }),
  'facebookSetting.update': pageChange,
  'webhooks.facebookChallenge': async () => ({
    params: { app: await facebookApp() },
    query: { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': fresh('โทเคน') },
  }),
  'onlineLog.replay': async (store) => ({ body: { ids: [await setAsideEvent(store)] } }),
  'lineLink.create': linkableCustomer,
  'lineLink.reaches': async (store) => ({ query: { ids: String(await profileId(store)) } }),
  'lineLink.askFriends': async (store) => {
    await officialAccount(store)
    return {}
  },
  'lineOa.readFriends': async (store) => ({ params: { id: String(await officialAccount(store)) } }),
  'lineLink.undo': linkedCustomer,
}
