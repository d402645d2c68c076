<?php
// A CalDAV server of sabre/dav's parts, with Digest authentication.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);
ini_set('display_errors', '0');
date_default_timezone_set('UTC');
require '/usr/share/php/Sabre/autoload.php';

if (str_starts_with($_SERVER['REQUEST_URI'], '/.well-known/caldav')) {
    header('Location: /', true, 301);
    exit;
}
$db = new PDO('sqlite:' . getenv('SABRE_FOLDER') . '/db');
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$db->exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = OFF');
$principals = new Sabre\DAVACL\PrincipalBackend\PDO($db);
$server = new Sabre\DAV\Server([
    new Sabre\CalDAV\Principal\Collection($principals),
    new Sabre\CalDAV\CalendarRootNode($principals, new Sabre\CalDAV\Backend\PDO($db)),
]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\DAV\Auth\Plugin(new Sabre\DAV\Auth\Backend\PDO($db), 'SabreDAV'));
$server->addPlugin(new Sabre\DAVACL\Plugin());
$server->addPlugin(new Sabre\CalDAV\Plugin());
$server->exec();
