import type { Words } from './words.js';

/** Spanish. */
export const SPANISH: Words = {
  markers:
    'el la los las un una de del al con y en para mañana hoy qué tengo cuándo es mi mis cancela borra mueve pasa añade apunta reunión cita cada todos todas elimina recuérdame estoy libre puedo próximo próxima por desde hasta hola puedes quita acepta',
  weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  numbers: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce',
  words: `
today: hoy; tomorrow: mañana; day after tomorrow: pasado mañana; yesterday: ayer; on @: el @, este @; to @: al @; every @: todos los @, cada @, los @; every Saturday: los sábados, todos los sábados
every Sunday: los domingos, todos los domingos; next @: el próximo @, próximo @, el @ que viene; on @: del @; every day: todos los días, cada día; every week: todas las semanas, cada semana, semanal; every month: todos los meses, cada mes, mensual; every year: todos los años, cada año, anual
next week: la semana que viene, la próxima semana, semana que viene, próxima semana; this week: esta semana; this weekend: este fin de semana, el fin de semana; next month: el mes que viene, el próximo mes
this month: este mes; in the morning: por la mañana, de la mañana; tomorrow in the morning: mañana por la mañana; in the afternoon: por la tarde, de la tarde; in the evening: por la noche, de la noche; tonight: esta noche
this afternoon: esta tarde; at noon: al mediodía, a mediodía; half past #: # y media; quarter past #: # y cuarto; quarter to #: # menos cuarto; at half past #: a las # y media, a la # y media; at quarter past #: a las # y cuarto, a la # y cuarto; at quarter to #: a las # menos cuarto
at # o'clock: a las # horas; at #: a las #, a la #, sobre las #; at %: a las %, a la %; # $: # de $; to #: hasta las #; # o'clock: # horas; from # to #: de # a #, de las # a las #, entre las # y las #, desde las # hasta las #
from % to %: de % a %, de las % a las %; from # to %: de # a %; from % to #: de % a #; from: desde; from # to #: del # al #; to: al, a; until: hasta el, hasta; on: el; the: la, los, las; 1 hour: una hora, de una hora; by an hour: una hora más tarde; # hours: # horas; # minutes: # minutos
30 minutes: media hora; all day: todo el día; in # weeks: en # semanas; in # days: en # días; with: con; and: y; my: mi, mis; an: una, un; not: no; or: o; but: pero, sino; if: si; i am: estoy; all: todo, toda, todos, todas; NOTHING: por favor; hello: hola; can you: puedes, podrías, puede
add: añade, agrega, apunta, apúntame, pon, poner, crea, programa, agenda, anota, ponme, añadir, tengo una, tengo un; cancel: cancela, cancelar, borra, borrar, elimina, quita; move: mueve, mover, pasa, cambia, aplaza, retrasa
accept: acepta, aceptar; decline: rechaza, rechazar, no puedo ir a, no puedo ir al, no puedo ir a la; invite: invita; rename: renombra; remind me to: recuérdame; what do i have: qué tengo, qué hay, qué tenemos, qué tengo que hacer; do i have anything: tengo algo
when is: cuándo es, cuándo tengo, a qué hora es; where is: dónde es, dónde está
am i free: estoy libre, tengo tiempo; what do i have: qué reuniones tengo, qué citas tengo, qué eventos tengo, qué tengo previsto; how many: cuántas, cuántos; who is coming to: quién viene a, quién está invitado a, quiénes van a
when is: a qué hora es, a qué hora tengo, a qué hora empieza, cuándo empieza, cuándo son, cuándo sale, a qué hora sale; when can we meet: cuándo podemos quedar, cuándo podemos vernos, cuándo nos podemos reunir; free hours: horas libres
40 minutes: cuarenta minutos; 45 minutes: cuarenta y cinco minutos; 30 minutes: treinta minutos; 20 minutes: veinte minutos; 90 minutes: hora y media, una hora y media; only this time: solo esta vez, sólo esta vez; same time: a la misma hora, misma hora; i: yo
dentist: dentista; company party: fiesta de la empresa; parents: mis padres, padres; piano lesson: clase de piano; flight to lisbon: vuelo a lisboa; quarterly review: revisión trimestral, reunión trimestral; vacation: vacaciones; undo: deshaz, deshaz eso
invite: invita a; add: añade a; move: pásame; vet: veterinario, veterinaria; meeting: reunión; appointment: cita; lesson: clase; haircut: peluquería, peluquero; budget: presupuesto; invitation: invitación; lunch: comida, almuerzo; dinner: cena; flight: vuelo; design: diseño; review: revisión; of the: del; of: de
when can i meet: cuándo puedo quedar, cuándo puedo reunirme; everything: todo lo que tengo
`,
};
