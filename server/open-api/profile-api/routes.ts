import type { Language } from '@ruam/contract/errors/catalog.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { hasRole, may, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { saveStoreList, storeListOf } from '../../customers/fields/access-lists.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { checkedFields, listedCountsOf } from '../keys/listed-fields.ts'
import { showingProfiles } from '../reading/reading-answer.ts'
import { addressOf, newPassword, newRoleName } from './login.ts'
import { changeSqlPassword, deleteLogin, findLogin, insertLogin, lastProfile, lastSessionAt } from './queries.ts'
import { readersOf } from './readers.ts'
import { viewsOf } from './views.ts'

interface Context {
  core: Core
  db: Db
  storeId: number
  user: Pick<Caller, 'rights' | 'trace'>
  language: Language
}

function onlyOwners(rights: Rights): void {
  if (!hasRole(rights, OWNER)) throw new ApiError('forbidden', { permission: OWNER })
}

async function profileApiOf({ core, db, storeId, language }: Context) {
  const { reads, writes } = await storeListOf(db, storeId)
  const fields = await fieldsOf(db, storeId, language)
  return {
    fields: fields.map((field) => ({
      ...field,
      computed: Boolean(field.formula),
      read: reads.has(field.id),
      write: writes.has(field.id) && !field.formula,
    })),
    sql: await sqlOf(core, db, storeId),
  }
}

async function sqlOf({ config, pool }: Core, db: Db, storeId: number) {
  const enabled = config.sqlAccess
  const found = await findLogin(db, storeId)
  if (!enabled || !found) return { enabled, status: 'none' as const, failure: null, login: null, views: [] }
  const { role_name: user, failure, password_set, views_version, created_by, created_at, password_at } = found
  const ready = password_set && views_version !== null
  const views = await viewsOf(db, storeId)
  return {
    enabled,
    status: failure ? ('failed' as const) : ready ? ('ready' as const) : ('preparing' as const),
    failure,
    login: { ...addressOf(pool.options.connectionString!, config.sqlHost), user, created_by, created_at, password_at },
    views: views.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  }
}

/** The profile that was changed last as an API key with an open list and the scope profile:read reads it. */
async function exampleFor({ db, storeId, user, language }: Context) {
  if (!may(user.rights, 'cdp-core.profile.read')) return null
  const { reads } = await storeListOf(db, storeId)
  const key = { kind: 'program', credential: 'key', scopes: ['profile:read'], calls: undefined } as const
  const used = { reads: new Set<number>(), writes: new Set<number>() }
  const { show } = await showingProfiles(
    db,
    storeId,
    { ...key, reads, writes: new Map(), used, trace: user.trace },
    language,
  )
  return (await show(await lastProfile(db, storeId)))[0] ?? null
}

export const profileApiRoutes = implement(profileApi, {
  async get(context) {
    return { ...(await profileApiOf(context)), example: await exampleFor(context) }
  },

  async readers({ db, storeId, language }) {
    const readers = await readersOf(db, storeId, await fieldsOf(db, storeId, language))
    const login = (await findLogin(db, storeId)) !== undefined
    return { ...readers, sql: { login, last_session_at: await lastSessionAt(db, storeId) } }
  },

  async setFields(context) {
    const { db, storeId, user, body, audit } = context
    onlyOwners(user.rights)
    const known = await checkedFields(db, storeId, user.rights, body.fields)
    await saveStoreList(db, storeId, body.fields)
    const sensitive = body.fields.filter(({ field_id, read }) => read && known.get(field_id)!.sensitive)
    await audit('profile_api', storeId, { ...listedCountsOf(body.fields), sensitive: sensitive.length })
    return profileApiOf(context)
  },

  async createLogin(context) {
    const { core, db, storeId, user, body, fail, audit } = context
    onlyOwners(user.rights)
    if (!core.config.sqlAccess) throw fail('sql_access_off')
    const { password, verifier } = newPassword()
    if (body.rotate) {
      if (!(await changeSqlPassword(db, storeId, verifier))) throw fail('sql_login_missing')
    } else if (!(await insertLogin(db, storeId, { roleName: newRoleName(storeId), verifier, userId: user.id }))) {
      throw fail('sql_login_exists')
    }
    const made = await profileApiOf(context)
    await audit('sql_login', made.sql.login!.user, { rotate: body.rotate })
    return { ...made, password }
  },

  async removeLogin({ db, storeId, user, fail, audit }) {
    onlyOwners(user.rights)
    const removed = await deleteLogin(db, storeId)
    if (!removed) throw fail('sql_login_missing')
    await audit('sql_login', removed.role_name)
  },
})
