import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { pageUrl } from '../../channels/accounts/my-data-address.ts'
import { remakeMyDataMenus, usersOfMyData } from '../../channels/rich-menus/my-data-menus.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { callbackUrl } from './addresses.ts'
import { sealLogin } from './login-channel.ts'
import { findPage, renewCode, saveLogin, turnPage } from './queries.ts'
import { newCheck } from './session.ts'

export const myDataSettingRoutes = implement(myDataSettings, {
  get: ({ core, db, storeId, user }) => shown(core, db, storeId, user.rights),

  async saveLogin({ core, db, storeId, user, body, audit }) {
    await saveLogin(db, storeId, sealLogin(core, storeId, { id: body.channel_id, secret: body.channel_secret }))
    await remakeMyDataMenus(db, storeId)
    await audit('store', storeId)
    return shown(core, db, storeId, user.rights)
  },

  async check({ core, db, storeId, user, fail }) {
    const page = await findPage(db, storeId)
    if (!page) throw fail('my_data_no_login')
    return { url: `${pageUrl(core, page.code)}/login?check=${newCheck(core, storeId, page.code, user.id)}` }
  },

  async turn({ core, db, storeId, user, body: { on }, fail, audit }) {
    if (!(await findPage(db, storeId))) throw fail('my_data_no_login')
    if (!(await turnPage(db, storeId, on))) throw fail('my_data_unchecked')
    await remakeMyDataMenus(db, storeId)
    await audit('store', storeId, { on })
    return shown(core, db, storeId, user.rights)
  },

  async renew({ core, db, storeId, user, fail, audit }) {
    if (!(await renewCode(db, storeId))) throw fail('my_data_no_login')
    await remakeMyDataMenus(db, storeId)
    await audit('store', storeId)
    return shown(core, db, storeId, user.rights)
  },
})

async function shown(core: Core, db: Db, storeId: number, rights: Rights) {
  const page = await findPage(db, storeId)
  const [by] = page?.checked_by ? await authorsNamed(db, [page.checked_by]) : []
  return {
    on: page?.is_on ?? false,
    url: page ? pageUrl(core, page.code) : null,
    callback_url: callbackUrl(core),
    login: page ? { channel_id: page.login_id, secret_end: page.login_secret_end } : null,
    check: page?.check_result
      ? { result: page.check_result, at: page.checked_at!, by: by ? { id: by.user_id, name: by.name } : null }
      : null,
    used_by: may(rights, 'cdp-core.setting-line.read') ? await usersOfMyData(db, storeId) : null,
    updated_at: page?.updated_at ?? null,
  }
}
