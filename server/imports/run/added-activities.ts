/** What the activities of a batch came to. */
export interface AddedActivities {
  /** The rows that added one. */
  added: ReadonlySet<number>
  /** By row: the activity that was there already and that the row stands for. */
  met: ReadonlyMap<number, number>
  /** By row: the line of an order that was there already. */
  metLines?: ReadonlyMap<number, number>
  /** The rows that corrected one. Only of items. */
  replaced?: ReadonlySet<number>
  /** People who lost one to another. */
  left?: readonly number[]
}
