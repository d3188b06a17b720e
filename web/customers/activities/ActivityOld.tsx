import { SettingTabs } from '../../app/SettingTabs.tsx'
import { ActivityTypeTable } from './ActivityTypeTable.tsx'
import { olderCalls } from './type-calls.ts'

/** The activity types, as the settings show them: under rights of their own, and to be deleted. */
export function ActivityOld() {
  return (
    <>
      <SettingTabs />
      <ActivityTypeTable calls={olderCalls} />
    </>
  )
}
