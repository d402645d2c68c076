import { expect, it } from 'vitest';
import { readRequests } from '../../../compilers/notes/read-requests.js';
import { scope } from '../time-scope.js';

/** The same request in English, German, French and Spanish. */
const SAME: readonly (readonly string[])[] = [
  ['Yoga today at 17:00', 'Yoga heute um 17 Uhr', "Ajoute Yoga aujourd'hui à 17h", 'Yoga hoy a las 17:00'],
  ['Yoga tomorrow at 17:00', 'Yoga morgen um 17 Uhr', 'Yoga demain à 17h', 'Yoga mañana a las 17:00'],
  [
    'Yoga the day after tomorrow at 17:00',
    'Yoga übermorgen um 17 Uhr',
    'Ajoute Yoga après-demain à 17h',
    'Yoga pasado mañana a las 17:00',
  ],
  [
    'Yoga on friday at half past 5',
    'Yoga am Freitag um halb 6',
    'Ajoute Yoga vendredi à 5 heures et demie',
    'Yoga el viernes a las 5 y media',
  ],
  [
    'Yoga on friday at quarter past 5',
    'Yoga am Freitag um viertel nach 5',
    'Ajoute Yoga vendredi à 5 heures et quart',
    'Yoga el viernes a las 5 y cuarto',
  ],
  [
    'Yoga on friday at quarter to 5',
    'Yoga am Freitag um viertel vor 5',
    'Ajoute Yoga vendredi 5 heures moins le quart',
    'Yoga el viernes a las 5 menos cuarto',
  ],
  [
    'Yoga on friday at noon',
    'Yoga am Freitag mittags',
    'Yoga vendredi à midi',
    'Yoga el viernes al mediodía',
  ],
  [
    'Yoga on friday from 17 to 18',
    'Yoga am Freitag von 17 bis 18 Uhr',
    'Yoga vendredi de 17h à 18h',
    'Yoga el viernes de 17 a 18',
  ],
  [
    'Yoga every day at 17:00',
    'Yoga jeden Tag um 17 Uhr',
    'Yoga tous les jours à 17h',
    'Yoga todos los días a las 17:00',
  ],
  [
    'Yoga every friday at 17:00',
    'Yoga jeden Freitag um 17 Uhr',
    'Yoga tous les vendredis à 17h',
    'Yoga todos los viernes a las 17:00',
  ],
  [
    'what do i have this week',
    'Was habe ich diese Woche',
    "Qu'est-ce que j'ai cette semaine",
    'Qué tengo esta semana',
  ],
  [
    'what do i have next week',
    'Was habe ich nächste Woche',
    "Qu'est-ce que j'ai la semaine prochaine",
    'Qué tengo la semana que viene',
  ],
  [
    'what do i have next month',
    'Was habe ich nächsten Monat',
    "Qu'est-ce que j'ai le mois prochain",
    'Qué tengo el mes que viene',
  ],
  [
    'what do i have tomorrow in the morning',
    'Was habe ich morgen vormittag',
    "Qu'est-ce que j'ai demain matin",
    'Qué tengo mañana por la mañana',
  ],
  [
    'what do i have tomorrow in the afternoon',
    'Was habe ich morgen nachmittag',
    "Qu'est-ce que j'ai demain après-midi",
    'Qué tengo mañana por la tarde',
  ],
  [
    'what do i have tonight',
    'Was habe ich heute Abend',
    "Qu'est-ce que j'ai ce soir",
    'Qué tengo esta noche',
  ],
  [
    'what do i have this weekend',
    'Was habe ich am Wochenende',
    "Qu'est-ce que j'ai ce week-end",
    'Qué tengo este fin de semana',
  ],
  [
    'what do i have in 2 weeks',
    'Was habe ich in 2 Wochen',
    "Qu'est-ce que j'ai dans 2 semaines",
    'Qué tengo en 2 semanas',
  ],
  ['am i free on friday', 'Bin ich am Freitag frei', 'Suis-je libre vendredi', 'Estoy libre el viernes'],
  ['undo that', 'Mach das rückgängig', 'Annule la dernière modification', 'Deshaz lo último'],
];

const callsOf = (text: string) =>
  readRequests(text, { scope, events: [] }).intents.map((intent) => [intent.arguments, intent.choices]);

it.each(SAME)('%s | %s | %s | %s', (english = '', ...others) => {
  const calls = callsOf(english);
  expect(calls).toHaveLength(1);
  for (const text of others) expect(callsOf(text), text).toEqual(calls);
});
