import { activities } from './activities.ts'
import { auditLog } from './audit-log.ts'
import { auth, setup } from './auth.ts'
import { dashboard } from './dashboard.ts'
import { dataSources } from './data-sources.ts'
import { dpa } from './dpa.ts'
import type { Feature } from './endpoint.ts'
import { exports } from './exports.ts'
import { files } from './files.ts'
import { importRun } from './import-run.ts'
import { importUndo } from './import-undo.ts'
import { jobs } from './jobs.ts'
import { locations } from './locations.ts'
import { masterData } from './master-data.ts'
import { notifications } from './notifications.ts'
import { activitySettings, generalInfo } from './older-settings.ts'
import { invitations, people } from './people.ts'
import { preferences } from './preferences.ts'
import { privacy } from './privacy.ts'
import { profileActivities } from './profile-activities.ts'
import { profileBulk } from './profile-bulk.ts'
import { profileDuplicates } from './profile-duplicates.ts'
import { profileErasure } from './profile-erasure.ts'
import { profileFields } from './profile-fields.ts'
import { profileHistory } from './profile-history.ts'
import { profileViews } from './profile-views.ts'
import { profiles } from './profiles.ts'
import { push } from './push.ts'
import { roles } from './roles.ts'
import { segments } from './segments.ts'
import { stores, users } from './stores.ts'
import { tutorial } from './tutorial.ts'

/** Every feature there is: what the OpenAPI document and the generated suites walk over. */
export const features = {
  setup,
  auth,
  users,
  stores,
  dpa,
  roles,
  people,
  invitations,
  profiles,
  profileHistory,
  profileActivities,
  profileViews,
  profileBulk,
  profileDuplicates,
  profileErasure,
  jobs,
  profileFields,
  masterData,
  locations,
  files,
  dataSources,
  importRun,
  importUndo,
  segments,
  activities,
  generalInfo,
  activitySettings,
  preferences,
  privacy,
  auditLog,
  dashboard,
  tutorial,
  exports,
  notifications,
  push,
} satisfies Record<string, Feature>
