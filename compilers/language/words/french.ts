import type { Words } from './words.js';

/** French. */
export const FRENCH: Words = {
  markers:
    "le la les un une des du de et est avec à au aux pour demain aujourd'hui j'ai qu'est-ce que quand mon ma mes annule supprime déplace ajoute décale je suis-je midi chez tous rappelle-moi prochain prochaine réunion rendez-vous rdv ce soir où accepte",
  weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
  words: `
today: aujourd'hui; tomorrow: demain; day after tomorrow: après-demain; yesterday: hier; on @: le @, ce @; every @: tous les @s, chaque @, les @s; next @: @ prochain, le @ prochain; on @: de @; every day: tous les jours, chaque jour; every week: toutes les semaines, chaque semaine, hebdomadaire
every month: tous les mois, chaque mois, mensuel, mensuelle; every year: tous les ans, chaque année, annuel, annuelle; next week: la semaine prochaine, semaine prochaine; this week: cette semaine; this weekend: ce week-end, ce weekend, le week-end; next month: le mois prochain, mois prochain
this month: ce mois, ce mois-ci; in the morning: matin, le matin, du matin, au matin; in the afternoon: après-midi, l'après-midi, de l'après-midi, aprem; this afternoon: cet après-midi, de cet après-midi; in the evening: soir, le soir, du soir, au soir
tonight: ce soir, de ce soir; tomorrow in the evening: demain soir; tomorrow in the morning: demain matin; tomorrow in the afternoon: demain après-midi; on @ at noon: @ midi; at noon: à midi; noon: midi; midnight: minuit; 12:30: midi et demi, midi et demie
half past #: # heures et demie, # heure et demie, #h et demie; quarter past #: # heures et quart; quarter to #: # heures moins le quart; # o'clock: # heures, # heure, # h; #:#: # heures #, # h #; at #: à #, vers #; at # o'clock: à # heures, vers # heures, à # heure, à # h
at half past #: à # heures et demie, à # h et demie; at quarter past #: à # heures et quart; at %: à %, vers %; # $: # $; from # to #: de # à #, entre # et #; from % to %: de % à %, entre % et %; from # to %: de # à %
from % to #: de % à #; from # to #: du # au #; to: au, à, en; until: jusqu'au, jusqu'à; 1st: 1er; on: le; the: la, les, l'; 1 hour: une heure, d'une heure; for 1 hour: pendant une heure; 30 minutes: une demi-heure, d'une demi-heure; by an hour: d'une heure; by 30 minutes: d'une demi-heure
# minutes: # min; all day: toute la journée; in # weeks: dans # semaines; in # days: dans # jours; with: avec; and: et; my: mon, ma, mes; an: une, un; not: pas, ne; or: ou; but: mais; instead: plutôt; if: si; i am: je suis; all: tout, toutes, tous; NOTHING: s'il te plaît, s'il vous plaît, stp, svp
can you: peux-tu, tu peux, pouvez-vous, pourriez-vous, pourrais-tu; add: ajoute, ajouter, planifie, planifier, prévois, noter, note, mets, mettre, crée, créer, programme, j'ai une, j'ai un; cancel: annule, annuler, supprime, supprimer, efface
move: déplace, déplacer, décale, décaler, reporte, reporter, repousse, avance; accept: accepte, accepter, j'accepte, accepte l'invitation à; decline: décline, décliner, refuse, refuser; invite: invite, inviter; rename: renomme; remind me to: rappelle-moi de, rappelle-moi d', rappelle-moi
what do i have: qu'est-ce que j'ai, j'ai quoi, qu'ai-je, que fais-je, qu'est-ce que j'ai de prévu, qu'y a-t-il; do i have anything: est-ce que j'ai quelque chose, j'ai quelque chose, ai-je quelque chose
do i have: est-ce que j'ai, ai-je; when is: quand est, c'est quand, quand a lieu, quand est-ce que j'ai; where is: où est, où a lieu; am i free: suis-je libre, est-ce que je suis libre, je suis libre
add: ajoutez, planifiez, notez, mettez; cancel: annulez, supprimez; move: déplacez, décalez, reportez; accept: acceptez; decline: déclinez, refusez; rename: renommez
when is: à quelle heure est, à quelle heure commence, à quelle heure a lieu, à quelle heure débute, quand commence, c'est quand, c'est à quelle heure, quand est mon prochain, quand est ma prochaine
who is coming to: qui participe à, qui vient à, qui est invité à; what do i have: qu'est-ce qu'il y a, qu'est-ce que j'ai comme rendez-vous, quels sont mes rendez-vous, quels rendez-vous ai-je, j'ai quoi de prévu, il y a quoi
how many: combien de, combien d'; when am i free: quand suis-je libre, quand est-ce que je suis libre; only this time: seulement cette fois, juste cette fois, uniquement cette fois, seulement celui-là, seulement celle-là; same time: à la même heure, même heure
for 75 minutes: pour une heure et quart, pendant une heure et quart; for 90 minutes: pour une heure et demie, pendant une heure et demie; for 1 hour: pour une heure; next @: de @ prochain, @ prochain; tomorrow: de demain
dentist: dentiste; company party: fête de l'entreprise, soirée de l'entreprise; parents: parents; piano lesson: leçon de piano, cours de piano; flight to lisbon: vol pour lisbonne; quarterly review: revue trimestrielle; vacation: vacances, congés; undo: annule ça
everything: tout ce que j'ai, tout ce qu'il y a; add: bloque, bloquer; for: pour; meeting: réunion; lesson: cours; invitation: l'invitation; vet: vétérinaire, véto; haircut: coiffeur, coiffeuse; lunch: déjeuner; flight: vol
`,
};
