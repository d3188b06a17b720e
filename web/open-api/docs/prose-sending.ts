import type { Prose } from './article.ts'

const SEND = 'POST /open-api/v1/profiles'

/** Values, and how customers are found. */
export const sending: readonly Prose[] = [
  {
    id: 'values',
    title: ['เขียนค่าอย่างไร', 'How to write values'],
    example: SEND,
    blocks: [
      {
        table: [
          [
            ['ชนิด', 'Type'],
            ['ส่งได้', 'Accepted'],
            ['เก็บและอ่านได้เป็น', 'Stored and returned as'],
          ],
          [
            ['เบอร์โทร', 'Phone'],
            ['`"089-555-0147"` `"+66895550147"` `895550147`', '`"089-555-0147"`, `"+66895550147"`, `895550147`'],
            ['`"+66895550147"`', '`"+66895550147"`'],
          ],
          [
            ['วันที่', 'Date'],
            [
              '`"1990-07-06"` `"6/7/2533"` `"6 ก.ค. 2533"` ปี พ.ศ. หรือ ค.ศ. ก็ได้ วันมาก่อนเดือน',
              '`"1990-07-06"`, `"6/7/2533"`, `"6/7/1990"`: day before month, Buddhist or Christian year',
            ],
            ['`"1990-07-06"`', '`"1990-07-06"`'],
          ],
          [
            ['วันและเวลา', 'Date and time'],
            [
              '`"2026-11-25T10:30:00+07:00"` หรือวินาทีหรือมิลลิวินาทีตั้งแต่ ค.ศ. 1970 เช่น `1764041400` ถ้าไม่มีเขตเวลา ใช้เขตเวลาของร้าน',
              '`"2026-11-25T10:30:00+07:00"`, or seconds or milliseconds since 1970 such as `1764041400`. Without an offset, the store’s time zone applies.',
            ],
            ['`"2026-11-25T03:30:00Z"`', '`"2026-11-25T03:30:00Z"`'],
          ],
          [
            ['ตัวเลข', 'Number'],
            ['`1234.5` หรือ `"1,234.50"`', '`1234.5` or `"1,234.50"`'],
            ['`1234.5`', '`1234.5`'],
          ],
          [
            ['ใช่ / ไม่ใช่', 'Yes or no'],
            ['`true` `false` `"ใช่"` `"ไม่ใช่"`', '`true`, `false`, `"yes"`, `"no"`'],
            ['`true`', '`true`'],
          ],
          [
            ['ข้อความ', 'Text'],
            ['ข้อความ UTF-8 สูงสุด 32 kB', 'UTF-8, up to 32 kB'],
            ['ข้อความเดิม โดยตัดช่องว่างหัวท้าย', 'The same text, trimmed'],
          ],
        ],
      },
      {
        list: [
          ['ฟิลด์ที่ไม่ได้ส่งมาไม่เปลี่ยน', 'An omitted field keeps its value.'],
          ['`null` ล้างค่าเดิม', '`null` clears the value.'],
          [
            'ข้อความว่าง `""` และคำที่แปลว่าไม่มี เช่น `"-"` `"N/A"` `"null"` ไม่เปลี่ยนค่าเดิม เหมือนช่องว่างในไฟล์',
            'An empty string `""` and words for nothing, such as `"-"`, `"N/A"` and `"null"`, change nothing, like an empty cell of a file.',
          ],
          [
            'เบอร์และอีเมลที่ไม่ใช่ของลูกค้าจริง เช่น `0999999999` และ `guest@example.com` ไม่บันทึกและไม่ใช้หาลูกค้า ผลบอก `phone_placeholder` หรือ `email_placeholder`',
            'Placeholders such as `0999999999` and `guest@example.com` are not stored and match nobody. The result says `phone_placeholder` or `email_placeholder`.',
          ],
          [
            'ค่าที่อ่านไม่ได้ หรือฟิลด์ที่ไม่มี ไม่ทำให้ลูกค้าทั้งรายผิดพลาด ค่าอื่นบันทึกตามปกติ และผลของรายการบอก `field` กับ `error`',
            'An invalid value or an unknown field does not fail the whole customer: the other values are stored, and the result names `field` and `error`.',
          ],
          [
            'ฟิลด์ที่ร้านไม่ได้เปิดให้ API key ของคุณเขียน ก็ไม่บันทึกเช่นกัน และผลบอก `field_not_open` ถ้าเป็นค่าที่ใช้ระบุตัวลูกค้า ระบบยังใช้หาลูกค้ารายเดิม ถ้าเปิดให้เติมเท่านั้น ระบบเขียนเฉพาะเมื่อลูกค้ายังไม่มีค่า',
            'A field that the store has not opened to your API key for writing is left out too, with `field_not_open`. A value that tells customers apart still finds the customer. A field that is open for filling is written only if the customer has no value.',
          ],
          [
            'คีย์ที่ส่งได้เฉพาะกิจกรรมเพิ่มลูกค้าที่ยังไม่มีได้ ด้วยชื่อ คำนำหน้า เบอร์โทร อีเมล LINE User ID เลขประจำตัวประชาชน และฟิลด์ที่ใช้ระบุตัวลูกค้า แต่แก้ไขลูกค้าเดิมไม่ได้',
            'A key that may only send activities adds missing customers, with name, title, phone, email, LINE user ID, citizen ID and the fields that tell customers apart. It never changes a customer.',
          ],
          [
            'ระบบไม่บันทึกกิจกรรมที่มีค่าอ่านไม่ได้ แก้ไขแล้วส่งใหม่ด้วย `reference` เดิมได้',
            'An activity with an invalid value is not stored. Correct it and send it again with the same `reference`.',
          ],
        ],
      },
      { h: ['ฟิลด์ของร้านนี้', 'Fields of this store'] },
      {
        p: [
          'ใช้ชื่อในคอลัมน์แรก ร้านเพิ่มฟิลด์ได้ที่ฟิลด์โปรไฟล์ โปรแกรมอ่านรายการนี้ได้ด้วย `GET /open-api/v1/fields` ฟิลด์คำนวณรับค่าไม่ได้',
          'Use the names in the first column. Stores add fields under Profile field, and programs can read this list with `GET /open-api/v1/fields`. Computed fields do not accept values.',
        ],
      },
      { show: 'fields' },
    ],
  },
  {
    id: 'matching',
    title: ['ระบบหาลูกค้ารายเดิมอย่างไร', 'How customers are matched'],
    example: SEND,
    dry: true,
    blocks: [
      {
        p: [
          'ถ้าส่ง `id` ระบบใช้เลขที่นั้น ไม่เช่นนั้นใช้ค่าที่ส่งมา ตามลำดับนี้',
          'If you send `id`, Ruam uses that customer. Otherwise it matches the values you send, in this order:',
        ],
      },
      {
        steps: [
          ['LINE User ID `lineUserId`', 'LINE user ID `lineUserId`'],
          ['เลขประจำตัวประชาชน `citizenId`', 'Citizen ID `citizenId`'],
          ['ฟิลด์ที่ร้านใช้ระบุตัวลูกค้า เช่น รหัสสมาชิก', 'Fields that tell customers apart, such as a member number'],
          ['เบอร์โทร `phone` รวมเบอร์เดิมของลูกค้า', 'Phone `phone`, including former ones'],
          ['อีเมล `email` รวมอีเมลเดิมของลูกค้า', 'Email `email`, including former ones'],
        ],
      },
      {
        p: [
          '`matched_by` ในผลบอกว่าพบจากฟิลด์ใด ถ้าไม่พบเลยจะเพิ่มลูกค้าใหม่ ถ้าไม่มีค่าใดข้างต้นเลย รายการนั้นผิดพลาดด้วย `match_key_missing` รายการที่ส่ง `id` เขียนค่าตามที่ส่งมา',
          '`matched_by` in the result names the field that matched. If none matches, a new customer is added. An item without any of these values fails with `match_key_missing`. An item with `id` writes exactly what it says.',
        ],
      },
      { h: ['ผลของแต่ละรายการ', 'Item results'] },
      {
        table: [
          [
            ['ผล', 'Result'],
            ['ความหมาย', 'Meaning'],
          ],
          [
            ['`added`', '`added`'],
            ['เพิ่มลูกค้าหรือกิจกรรมใหม่', 'A customer or activity was added.'],
          ],
          [
            ['`updated`', '`updated`'],
            ['พบลูกค้าและมีค่าที่เปลี่ยน', 'The customer existed, and values changed.'],
          ],
          [
            ['`duplicated`', '`duplicated`'],
            ['มีอยู่แล้วและเหมือนเดิม ไม่มีอะไรเปลี่ยน', 'It already existed with the same values. Nothing changed.'],
          ],
          [
            ['`conflict`', '`conflict`'],
            [
              'ค่าตรงกับลูกค้าคนละราย หรือ `reference` เดิมมีเนื้อหาอื่น ไม่มีอะไรเปลี่ยน ให้ร้านตรวจสอบหรือรวมโปรไฟล์ หรือส่งพร้อม `"replace": true`',
              'The values match different customers, or the same `reference` has other content. Nothing changed. Ask the store to check or merge the profiles, or send `"replace": true`.',
            ],
          ],
          [
            ['`failed`', '`failed`'],
            ['ไม่ได้บันทึก เหตุผลอยู่ใน `error` และ `message`', 'Not stored. `error` and `message` say why.'],
          ],
          [
            ['`accepted`', '`accepted`'],
            [
              'ได้รับแล้ว API key ของคุณอ่านฟิลด์ที่ใช้ตัดสินผลไม่ได้ จึงไม่บอกว่าพบใครหรือมีอะไรเปลี่ยน ร้านเห็นผลจริง',
              'Received. Your API key may not read the fields that decide the outcome, so the answer says neither who was found nor what changed. The store sees the outcome.',
            ],
          ],
        ],
      },
      {
        list: [
          [
            'ถ้าไม่มีสิทธิ์ `profile:read` ทุกรายการที่รูปแบบถูกต้องได้ผล `accepted` และ `profile_id` กับ `matched_by` เป็น `null`',
            'Without `profile:read` every well-formed item is `accepted`, with `profile_id` and `matched_by` null.',
          ],
          [
            'ถ้ามีสิทธิ์อ่าน แต่รายการมีฟิลด์ที่ปิดไว้ ก็ได้ผล `accepted` เช่นกัน `profile_id` ยังบอก ถ้าอ่านฟิลด์ที่ใช้หาลูกค้าได้ทุกฟิลด์',
            'With it, an item with a closed field is `accepted` too. `profile_id` stays if you may read every field by which the customer was looked for.',
          ],
          [
            'สิ่งที่ผิดในรายการเอง เช่น วันที่ที่อ่านไม่ได้ บอกเสมอ',
            'What is wrong with an item by itself, such as a date that cannot be read, is always reported.',
          ],
        ],
      },
      {
        p: [
          'คำขอได้ `200` แม้บางรายการผิดพลาด กรุณาตรวจ `results` ทุกครั้ง',
          'A request returns `200` even if some items fail: always check `results`.',
        ],
      },
      { h: ['ส่งผิดไปแล้ว', 'If you sent wrong data'] },
      {
        p: [
          'แก้ไขกิจกรรมที่ส่งผิดได้โดยส่งใหม่ด้วย `reference` เดิมและ `"replace": true` ระบบแทนที่ทั้งรายการ: เวลา ค่า และลูกค้า',
          'Correct a wrong activity by sending it again with the same `reference` and `"replace": true`. It replaces all of it: the time, the values and the customer.',
        ],
      },
      {
        p: [
          'ร้านเลิกทำข้อมูลที่โปรแกรมส่งมาทั้งวันได้ภายใน 30 วัน เหมือนเลิกทำการนำเข้า จากหน้าผลการนำเข้าของแหล่งข้อมูลนั้น สิ่งที่แก้ไขภายหลังยังอยู่',
          'For 30 days the store can undo everything a program sent on one day, like an import: on the import result of that data source. Later edits stay.',
        ],
      },
    ],
  },
]
