import { auditDefects } from './audit-defects.ts'
import { authDefects } from './auth-defects.ts'
import { automationDefects } from './automation-defects.ts'
import { backupDefects } from './backup-defects.ts'
import { broadcastDefects } from './broadcast-defects.ts'
import { callDefects } from './call-defects.ts'
import { connectorDefects } from './connector-defects.ts'
import { consentDefects } from './consent-defects.ts'
import { dashboardDefects } from './dashboard-defects.ts'
import type { Defect } from './defect.ts'
import { exportDefects } from './export-defects.ts'
import { flexDefects } from './flex-defects.ts'
import { importDefects } from './import-defects.ts'
import { inboxDefects } from './inbox-defects.ts'
import { lineLinkDefects } from './line-link-defects.ts'
import { pairDefects } from './pair-defects.ts'
import { permissionDefects } from './permission-defects.ts'
import { planDefects } from './plan-defects.ts'
import { privacyDefects } from './privacy-defects.ts'
import { profileDefects } from './profile-defects.ts'
import { programDefects } from './program-defects.ts'
import { pushDefects } from './push-defects.ts'
import { ruleDefects } from './rule-defects.ts'
import { secretDefects } from './secret-defects.ts'
import { segmentDefects } from './segment-defects.ts'
import { serverDefects } from './server-defects.ts'
import { stopDefects } from './stop-defects.ts'
import { storeMoveDefects } from './store-move-defects.ts'
import { wallDefects } from './wall-defects.ts'
import { watchDefects } from './watch-defects.ts'

/** One of every kind that the suites are there for. */
export const defects: Defect[] = [
  ...wallDefects,
  ...permissionDefects,
  ...auditDefects,
  ...callDefects,
  ...authDefects,
  ...programDefects,
  ...connectorDefects,
  ...pushDefects,
  ...exportDefects,
  ...lineLinkDefects,
  ...inboxDefects,
  ...importDefects,
  ...profileDefects,
  ...ruleDefects,
  ...segmentDefects,
  ...planDefects,
  ...secretDefects,
  ...pairDefects,
  ...consentDefects,
  ...privacyDefects,
  ...dashboardDefects,
  ...broadcastDefects,
  ...flexDefects,
  ...stopDefects,
  ...automationDefects,
  ...backupDefects,
  ...serverDefects,
  ...storeMoveDefects,
  ...watchDefects,
]
