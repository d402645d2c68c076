import type { Words } from './words.js';

/** German. */
export const GERMAN: Words = {
  markers:
    'der die das den dem ein eine einen ist ich wann was wo wer mit und um am im vom bis zum zur heute morgen uhr jeden jede jeder nachsten nachste nachster bitte termin losche losch verschiebe verschieb sag trag kannst habe hab bin mir mich absagen eintragen von nach fur auf ab erinnere nicht ubermorgen welche fallt neuer kommt streichen',
  weekdays: 'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  months: 'januar februar märz april mai juni juli august september oktober november dezember',
  numbers: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  words: `
today: heute; tomorrow: morgen; day after tomorrow: übermorgen; yesterday: gestern; Saturday: sonnabend; Monday: mo; Tuesday: di; Wednesday: mi; Thursday: do; Friday: fr; Saturday: sa; Sunday: so; on @: am @, den @, für @
on @ in the morning: @morgen, am @morgen, @vormittag, am @vormittag, @ vormittag, am @ vormittag, @ früh; on @ in the afternoon: @nachmittag, am @nachmittag, @ nachmittag, am @ nachmittag; on @ in the evening: @abend, am @abend, @ abend, am @ abend; every @: @s, jeden @, jede @, immer @s
every second @: jeden zweiten @, alle zwei wochen @, jeden 2. @; every first @ of the month: jeden ersten @ im monat, jeden 1. @ im monat; every: jeden, jede, jedes; every day: täglich, jeden tag; every week: wöchentlich, jede woche; every month: monatlich, jeden monat
every year: jährlich, jedes jahr; every weekday: werktags, jeden werktag; next @: nächsten @, kommenden @, am nächsten @; next week @: nächste woche @, @ nächste woche, nächste woche am @; this @: diesen @; next: nächste, nächsten, nächster, nächstes
my next: mein nächster, meine nächste, mein nächstes, meinen nächsten; this week: diese woche; next week: nächste woche; this weekend: am wochenende, dieses wochenende; weekend: wochenende; next month: nächsten monat, im nächsten monat; this month: diesen monat
in the morning: vormittags, am vormittag, morgens, am morgen, früh; tomorrow in the morning: morgen früh, morgen vormittag; in the afternoon: nachmittags, am nachmittag, nachmittag; tomorrow in the afternoon: morgen nachmittag; in the evening: abends, am abend
tomorrow in the evening: morgen abend; tonight: heute abend; at noon: mittags, am mittag; noon: 12 uhr mittags; half past #-1: halb #; quarter past #: viertel nach #; quarter to #: viertel vor #; # past #: # nach #
# o'clock: # uhr; %h: % uhr; #:#: # uhr #; at: um, gegen, ab; from: von, vom; until: bis zum, bis; until end of: bis ende; on: am, den, dem; on the: am; for 1 hour: eine stunde, ne stunde, für eine stunde, 1 stunde; for 30 minutes: eine halbe stunde, ne halbe stunde, für eine halbe stunde
90 minutes: anderthalb stunden, eineinhalb stunden; # hours: # stunden, # std; # minutes: # minuten, # min; by an hour: um eine stunde, um ne stunde; by half an hour: um eine halbe stunde; by # hours: um # stunden
by # minutes: um # minuten; all day: ganztägig, den ganzen tag; in # weeks: in # wochen; in # days: in # tagen; in a week: in einer woche; with: mit; and: und; to: auf, nach; the: der, die, das; my: mein, meine, meinen, meinem, meiner; appointment: termin; an: ein, eine, einen, einem, einer
NOTHING: daran, in den kalender, in meinen kalender, im kalender; not: nicht, kein, keine, keinen; or: oder; but: aber, sondern; instead: statt, stattdessen; if: wenn, falls; is: ist; i: ich; i am: ich bin; it: es
only: nur; all: alle, alles; appointments: termine; NOTHING: bitte, mal, doch, bitte mal; can you: kannst du, könntest du, könnten sie, würdest du; i want to: ich möchte, ich will
add: trag … ein, trage … ein, setz … ein, setze … ein, schreib … ein, schreibe … auf, trag … in den kalender ein, … eintragen, … anlegen, … einplanen; add: mach mir, neuer termin, plane, erstelle, mach mir einen termin, mach einen termin, füge … hinzu, trag mir … ein
add an appointment: mach … einen termin; cancel: lösche, lösch, streiche, storniere, sag … ab, sage … ab, … absagen, … löschen, … streichen, … stornieren; is cancelled: fällt aus; move: verschiebe, verschieb, verlege, verleg, … verschieben, … verlegen
move later: verschiebe … nach hinten, verschieb … nach hinten; move earlier: verschiebe … nach vorne, verschieb … nach vorne, verschiebe … nach vorn; rename: benenne, benenn, nenne; accept: sag … zu, sage … zu, nimm … an, … zusagen, … annehmen
decline: lehne … ab, lehn … ab, … ablehnen; invite: lade, lade … ein; remind me to: erinnere mich an, erinner mich an, erinnere mich daran, erinnere mich; to: an; what do i have: was habe ich, was hab ich, was steht, was liegt, was mache ich, was ist, habe ich, hab ich, was gibt es
what do i have: welche termine habe ich, welche termine hab ich, zeig mir, zeige mir, was steht an; planned: vor, schon was vor, etwas vor, was vor, geplant; anything: etwas, schon was, was; when is: wann ist, wann habe ich, wann findet; where is: wo ist, wo findet
am i free: bin ich frei, habe ich zeit, hab ich zeit; am i free: bin ich … frei, habe ich … zeit, hab ich … zeit, haben wir … zeit; lasts: dauert, geht; when am i free: wann bin ich frei, wann habe ich zeit; find: finde, suche, such; vacation: urlaub; NOTHING: denn, eigentlich, nochmal, jeweils, noch mal, bei mir, also; still: noch; there still: noch da
which days: an welchen tagen, welche tage, welcher tag; at what time: um wie viel uhr, um wieviel uhr; who is coming to: wer kommt zu, wer kommt zum, wer kommt zur, wer ist eingeladen zu
when is: wann muss ich zum, wann muss ich zur, wann ist nochmal, wann ist noch mal, wann findet, wann beginnt, wann fängt, wann geht, um wie viel uhr ist; how long: wie lange; how many: wie viele, wieviele
how much time: wie viel zeit, wieviel zeit; what do i have: was steht denn, was steht bei mir, welche termine stehen, was ist los, was hab ich so, was liegt bei mir; invited: eingeladen
free: frei, zeit, freie zeit; when do i have: wann hab ich, wann habe ich; when can: wann können; when do Tom and i have: wann haben tom und ich; in one go: am stück; next: nächstes, nächster; same time: gleiche uhrzeit, selbe uhrzeit, zur gleichen zeit, zur selben zeit
move: verschieben sie … , verschieb bitte, verlegen sie; cancel: sagen sie … ab, stornieren sie, löschen sie, streichen sie; add: tragen sie … ein, tragen sie, trag mal … ein, trag mal, planen sie, trag bitte … ein
only this time: nur dieses mal, nur diesmal, nur dieses eine mal; for 1 hour: dauer eine stunde; # minutes: dauer # minuten; half an hour: dauer eine halbe stunde; mr: herrn, herr; mrs: frau
dentist: zahnarzt, zahnarzttermin; piano lesson: klavierstunde, klavierunterricht; company party: firmenfeier, betriebsfeier, weihnachtsfeier; parents: eltern; flight to lisbon: flug nach lissabon; quarterly review: quartalsreview, quartalsgespräch; to the: zum, zur
undo: rückgängig, mach das rückgängig
remind me 1 hour before the: erinnere mich eine stunde vor dem, erinnere mich eine stunde vor der; vet: tierarzt, tierarzttermin; haircut: friseur, friseurtermin; invitation: einladung; meeting: besprechung, sitzung; lunch: mittagessen; dinner: abendessen; flight: flug
`,
};
