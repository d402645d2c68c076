<?php
// Makes the tables sabre/dav's PDO backends read, and the users given as JSON.
$db = new PDO('sqlite:' . getenv('SABRE_FOLDER') . '/db');
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$db->exec('PRAGMA journal_mode = WAL');
$db->exec('CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT UNIQUE, digesta1 TEXT)');
$db->exec('CREATE TABLE principals (id INTEGER PRIMARY KEY, uri TEXT UNIQUE, email TEXT, displayname TEXT, vcardurl TEXT)');
$db->exec('CREATE TABLE groupmembers (id INTEGER PRIMARY KEY, principal_id INTEGER, member_id INTEGER)');
$db->exec('CREATE TABLE calendars (id INTEGER PRIMARY KEY, principaluri TEXT, uri TEXT, displayname TEXT, ctag INTEGER,
    description TEXT, calendarorder INTEGER, calendarcolor TEXT, timezone TEXT, components TEXT, transparent INTEGER,
    UNIQUE (principaluri, uri))');
$db->exec('CREATE TABLE calendarobjects (id INTEGER PRIMARY KEY, calendardata BLOB, uri TEXT, calendarid INTEGER,
    lastmodified INTEGER, etag TEXT, size INTEGER, componenttype TEXT, firstoccurence INTEGER, lastoccurence INTEGER,
    UNIQUE (calendarid, uri))');
foreach (json_decode($argv[1], true) as $user) {
    $name = $user['username'];
    $digest = md5("$name:SabreDAV:{$user['password']}");
    $db->prepare('INSERT INTO users (username, digesta1) VALUES (?, ?)')->execute([$name, $digest]);
    $principal = $db->prepare('INSERT INTO principals (uri, email, displayname) VALUES (?, ?, ?)');
    $principal->execute(["principals/$name", $user['mail'], $name]);
    foreach (['read', 'write'] as $kind) {
        $principal->execute(["principals/$name/calendar-proxy-$kind", null, null]);
    }
}
