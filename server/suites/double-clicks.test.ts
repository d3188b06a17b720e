import { isOpen, statedErrors } from '@ruam/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { brokenRules } from '../testing/consistency.ts'
import { tokenFor } from '../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { type CallName, calls, type Request, send } from './calls.ts'
import { requestOf } from './requests.ts'

/** Errors of any call. */
const always = ['invalid_input', 'not_found', 'forbidden', 'signed_out', 'too_many_requests']

/** Calls that make something of a name, or use something up: of the same ten one gets it. */
const onlyOnce: CallName[] = [
  'activities.addTypeField',
  'activities.createField',
  'activities.createType',
  'activitySettings.create',
  'activitySettings.delete',
  'apiKeys.create',
  'apiKeys.revoke',
  'apiTokens.create',
  'apiTokens.delete',
  'apiTokens.update',
  'auth.acceptInvitation',
  'auth.reset',
  'connectors.create',
  'connectors.delete',
  'connectors.update',
  'dataSources.create',
  'dataSources.putFile',
  'generalInfo.create',
  'generalInfo.delete',
  'importRun.run',
  'importUndo.undo',
  'invitations.revoke',
  'openApis.create',
  'openApis.delete',
  'openApis.update',
  'people.leave',
  'people.remove',
  'people.removeFromStore',
  'preferences.put',
  'privacy.createPurpose',
  'profileApi.createLogin',
  'profileApi.removeLogin',
  'profileDuplicates.dismiss',
  'profileDuplicates.merge',
  'profileDuplicates.mergeChosen',
  'profileDuplicates.undoMerge',
  'profileFields.create',
  'profileFields.delete',
  'profileViews.create',
  'profiles.delete',
  'profiles.update',
  'roles.create',
  'roles.delete',
  'roles.update',
  'labels.create',
  'labels.delete',
  'labels.update',
]

const writes = calls.filter(({ endpoint }) => endpoint.method !== 'GET')
for (const call of writes)
  test(`${call.title}, ten times at once, is answered or refused each time, and all fits together afterwards`, {
    tags: onlyOnce.includes(call.name) ? [] : ['verify'],
  }, async () => {
    const { app } = await testServer()
    const store = await newStore()
    const { endpoint } = call
    const request: Request = await requestOf(call, store)
    const token = await tokenFor(endpoint, store)
    const bearer = isOpen(endpoint.permission) ? undefined : `Bearer ${token}`
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(app, endpoint, request, bearer)))
    const refused = replies.filter(({ statusCode }) => statusCode >= 300)
    for (const reply of refused) expect([...always, ...statedErrors(endpoint)]).toContain(reply.json().error)
    if (onlyOnce.includes(call.name)) expect(refused).toHaveLength(replies.length - 1)
    expect(await brokenRules(store)).toEqual([])
  })
