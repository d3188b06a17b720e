import { activities } from './activities.ts'
import { auth, setup } from './auth.ts'
import { dataSources } from './data-sources.ts'
import type { Feature } from './endpoint.ts'
import { files } from './files.ts'
import { masterData } from './master-data.ts'
import { preferences } from './preferences.ts'
import { profileFields } from './profile-fields.ts'
import { profiles } from './profiles.ts'
import { push } from './push.ts'
import { segments } from './segments.ts'
import { stores, users } from './stores.ts'

/** Every feature there is: what the OpenAPI document and the generated suites walk over. */
export const features = {
  setup,
  auth,
  users,
  stores,
  profiles,
  profileFields,
  masterData,
  files,
  dataSources,
  segments,
  activities,
  preferences,
  push,
} satisfies Record<string, Feature>
