import type { CallName } from './calls.ts'

/** Calls whose audit rows no existing store gets, with the test that checks them. */
export const auditedElsewhere: Record<string, { file: string; title: string }> = {
  'setup.create': {
    file: 'server/app/auth/setup.test.ts',
    title: 'a set-up and the sign-in that comes with it are written down, each once',
  },
  // In another store than the caller's.
  'stores.create': {
    file: 'server/access/stores/deleting.test.ts',
    title: 'is audited once, in the new store, and a refused one is not',
  },
  'stores.sandbox': {
    file: 'server/access/stores/sandbox.test.ts',
    title: 'is made by an owner with sample data, keys that read ruam_test, and one audit row',
  },
  'stores.restore': {
    file: 'server/access/stores/deleting.test.ts',
    title: 'is visible only to its owners, who can restore it unchanged',
  },
  // The server of these suites sends no mail.
  'auth.forgot': {
    file: 'server/app/auth/lost-password.test.ts',
    title: 'leaves no trace in the audit log of any store',
  },
  // Its events are entries of the online log.
  'webhooks.line': {
    file: 'server/channels/webhooks/webhooks.test.ts',
    title: 'the same event, delivered a hundred times at once, is applied once',
  },
  'webhooks.facebook': {
    file: 'server/channels/facebook/facebook.test.ts',
    title: 'a person who writes to the page becomes a customer with their name on Facebook, and an activity',
  },
  'webhooks.facebookChallenge': {
    file: 'server/channels/facebook/facebook.test.ts',
    title: 'the challenge of Facebook is sent back for the verify token alone',
  },
  // The sign-in is a row of its own.
  'passkeys.signInByCode': {
    file: 'server/app/auth/passkeys.test.ts',
    title: 'replaces the passkey once, after the password, and is mailed and audited',
  },
  // By a user who joins the store with this call.
  'auth.acceptInvitation': {
    file: 'server/app/auth/invitations.test.ts',
    title: 'an acceptance and the sign-in that comes with it are written down, each once, and no refused one',
  },
}

/** Calls that make something of a name, or use something up: of the same ten one gets it. */
export const onlyOnce: CallName[] = [
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
  'auth.confirmEmail',
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
  'passkeys.add',
  'passkeys.remove',
  'passkeys.signIn',
  'passkeys.signInByCode',
  'people.leave',
  'people.remove',
  'people.removeFromStore',
  'preferences.put',
  'consents.createPurpose',
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
]
