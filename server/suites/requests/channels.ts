import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { keywordAnswer, newAnswer } from '../../testing/things/answers.ts'
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
import { reorderedMenus, richMenu, triedMenu } from '../../testing/things/rich-menus.ts'
import { wordedText } from './broadcasts.ts'
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
  'richMenus.create': async (store) => ({
    params: { id: String(await officialAccount(store)) },
    body: { name: fresh('เมนู') },
  }),
  'richMenus.order': async (store) => {
    const { id, channel_id } = await richMenu(store, { labelIds: [] })
    return { params: { id: String(channel_id) }, body: { ids: [id], from: [id] } }
  },
  'richMenus.undoOrder': async (store) => ({ params: { id: String(await reorderedMenus(store)) } }),
  'richMenus.uploadPicture': async () => ({ file: await paintedPicture(2500, 843) }),
  'richMenus.update': async (store) => {
    const { id, updated_at: origin_time } = await richMenu(store)
    return { params: { id: String(id) }, body: { chat_bar_text: 'สิทธิ์ของคุณ', origin_time } }
  },
  'richMenus.tryOut': async (store) => ({ params: { id: String((await triedMenu(store)).id) } }),
  'richMenus.publish': async (store) => {
    const { id, updated_at: origin_time } = await richMenu(store)
    return { params: { id: String(id) }, body: { origin_time } }
  },
  'answers.create': async (store) => ({
    params: { id: String(await officialAccount(store)) },
    body: { kind: 'keyword', ...newAnswer(), messages: [await wordedText(store)] },
  }),
  'answers.update': async (store) => {
    const { id, channel_id, updated_at: origin_time } = await keywordAnswer(store)
    const body = { ...newAnswer(), messages: [await wordedText(store)], origin_time }
    return { params: { id: String(channel_id), answer_id: String(id) }, body }
  },
  'answers.order': async (store) => {
    const { id, channel_id } = await keywordAnswer(store)
    return { params: { id: String(channel_id) }, body: { ids: [id] } }
  },
  'answers.hours': async (store) => ({
    params: { id: String(await officialAccount(store)) },
    body: { hours: Array.from({ length: 7 }, () => [{ from: '07:00', to: '20:00' }]), origin_time: null },
  }),
  'answers.test': async (store) => ({
    params: { id: String((await keywordAnswer(store)).channel_id) },
    body: { text: 'ราคาเท่าไหร่' },
  }),
  'lineLink.create': linkableCustomer,
  'lineLink.reaches': async (store) => ({ query: { ids: String(await profileId(store)) } }),
  'lineLink.askFriends': async (store) => {
    await officialAccount(store)
    return {}
  },
  'lineOa.readFriends': async (store) => ({ params: { id: String(await officialAccount(store)) } }),
  'lineLink.undo': linkedCustomer,
}
