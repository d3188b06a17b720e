/** Owner created by the set-up; the store is number 1. */
export const owner = {
  email: 'owner@example.com',
  password: 'ช้างสีม่วงปีนบันได',
  store: 'ร้านผ้าฝ้ายเชียงใหม่',
  firstName: 'วราภรณ์',
  lastName: 'ปู่ทอง',
}

/** Browser state of the owner after the set-up of this worker's server; tests start signed in. */
export const ownerState = `${import.meta.dirname}/results/owner-${process.env.TEST_PARALLEL_INDEX}.json`
